package org.calque.results.cli;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.Finding;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * What of a comparison is to end in an exit code other than 0.
 *
 * @param findings empty for nothing
 */
record FailOn(Set<Finding> findings) {
  static final String DEFAULT = "regression,failing,incomplete";
  private static final String NEVER = "never";

  /** These say that head is worse; the others that one cannot be sure that it is not. */
  private static final Set<Finding> BAD = EnumSet.of(Finding.REGRESSION, Finding.FAILING);

  /** What was found of what was asked for. */
  Set<Finding> of(Comparison comparison) {
    Set<Finding> found = EnumSet.noneOf(Finding.class);
    found.addAll(comparison.findings());
    found.retainAll(findings);
    return found;
  }

  /** The exit code: what is worse goes before what is not known. */
  int exitCode(Comparison comparison) {
    Set<Finding> found = of(comparison);
    if (found.stream().anyMatch(BAD::contains)) {
      return ResultsCommand.REGRESSION;
    }
    return found.isEmpty() ? 0 : ResultsCommand.INCOMPLETE;
  }

  /** Such as {@code (exit 3: incomplete, machine)}; empty for 0. */
  String reason(Comparison comparison) {
    Set<Finding> found = of(comparison);
    return found.isEmpty()
        ? ""
        : found.stream()
            .map(Finding::word)
            .collect(Collectors.joining(", ", " (exit " + exitCode(comparison) + ": ", ")"));
  }

  /** Reads a list with commas. */
  static final class Converter implements ITypeConverter<FailOn> {
    @Override
    public FailOn convert(String text) {
      Set<Finding> findings = EnumSet.noneOf(Finding.class);
      String[] words = text.strip().split("\\s*,\\s*", -1);
      for (String word : words) {
        if (word.equals(NEVER) && words.length == 1) {
          return new FailOn(findings);
        }
        findings.add(finding(word));
      }
      return new FailOn(findings);
    }

    private static Finding finding(String word) {
      return Arrays.stream(Finding.values())
          .filter(finding -> finding.word().equals(word))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'"
                          + word
                          + "' is none of "
                          + Arrays.stream(Finding.values())
                              .map(Finding::word)
                              .collect(Collectors.joining(", "))
                          + ", or 'never' alone"));
    }
  }
}
