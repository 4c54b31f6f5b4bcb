package org.calque.results.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.calque.results.diff.Criteria;
import org.calque.results.diff.Threshold;
import org.calque.results.stats.Correction;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that say when a difference counts. */
final class CriteriaOptions {
  @Option(
      names = "--threshold",
      paramLabel = "PERCENT",
      defaultValue = "3%",
      converter = Percentage.class,
      description = "Smallest change that counts (default: ${DEFAULT-VALUE}).")
  private double threshold;

  @Option(
      names = "--metric-threshold",
      paramLabel = "METRIC=PERCENT",
      converter = {Word.class, Percentage.class},
      description =
          "The same for a metric: 'primary', the label of a secondary one, or a unit, such as"
              + " J/op=10%%. It goes before those of benchmarks.")
  private Map<String, Double> ofMetrics = new LinkedHashMap<>();

  @Option(
      names = "--benchmark-threshold",
      paramLabel = "REGEX=PERCENT",
      converter = {Expression.class, Percentage.class},
      description =
          "The same for benchmarks in whose name the expression is found; the last one that is"
              + " counts.")
  private Map<Pattern, Double> ofBenchmarks = new LinkedHashMap<>();

  @Option(
      names = "--correction",
      paramLabel = "METHOD",
      defaultValue = "holm",
      converter = Method.class,
      description =
          "How probabilities are corrected for the number of rows: holm, or bh for"
              + " Benjamini-Hochberg (default: ${DEFAULT-VALUE}).")
  private Correction correction;

  @Option(
      names = "--gate-secondary",
      description = "Let secondary metrics, such as those of profilers, decide the exit code too.")
  private boolean gateSecondary;

  Criteria criteria() {
    List<Threshold> some = new ArrayList<>();
    ofBenchmarks.forEach((pattern, change) -> some.add(new Threshold(pattern, null, change)));
    ofMetrics.forEach((metric, change) -> some.add(new Threshold(null, metric, change)));
    return Criteria.DEFAULT
        .withCorrection(correction)
        .withThreshold(threshold)
        .withThresholds(some)
        .withGateSecondary(gateSecondary);
  }

  /** A text as it is. */
  static final class Word implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
      return text;
    }
  }

  /** A regular expression of Java. */
  static final class Expression implements ITypeConverter<Pattern> {
    @Override
    public Pattern convert(String text) {
      try {
        return Pattern.compile(text);
      } catch (PatternSyntaxException e) {
        throw new TypeConversionException(
            "'" + text + "' is not a regular expression: " + e.getDescription());
      }
    }
  }

  /** The names of corrections. */
  static final class Method implements ITypeConverter<Correction> {
    @Override
    public Correction convert(String text) {
      return switch (text) {
        case "holm" -> Correction.HOLM;
        case "bh" -> Correction.BENJAMINI_HOCHBERG;
        default -> throw new TypeConversionException("'" + text + "' is neither holm nor bh");
      };
    }
  }
}
