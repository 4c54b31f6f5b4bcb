package org.calque.results.cli;

import org.calque.results.diff.Comparison;
import org.calque.results.diff.Criteria;
import picocli.CommandLine.Option;

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
      names = "--gate-secondary",
      description = "Let secondary metrics, such as those of profilers, decide the exit code too.")
  private boolean gateSecondary;

  Criteria criteria() {
    return Criteria.DEFAULT.withThreshold(threshold).withGateSecondary(gateSecondary);
  }

  int exitCode(Comparison comparison) {
    return comparison.regressed() ? ResultsCommand.REGRESSION : 0;
  }
}
