package org.calque.results.cli;

import org.calque.results.diff.Comparison;
import picocli.CommandLine.Option;

/** The option that says what of a comparison ends in another exit code than 0. */
final class FailOnOption {
  @Option(
      names = "--fail-on",
      paramLabel = "LIST",
      defaultValue = FailOn.DEFAULT,
      converter = FailOn.Converter.class,
      description =
          "What ends in another exit code than 0: regression and failing (1), incomplete,"
              + " inconclusive, missing and machine (3), with commas between; or never (default:"
              + " ${DEFAULT-VALUE}).")
  private FailOn failOn;

  FailOn failOn() {
    return failOn;
  }

  int exitCode(Comparison comparison) {
    return failOn.exitCode(comparison);
  }
}
