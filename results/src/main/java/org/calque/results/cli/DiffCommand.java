package org.calque.results.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.calque.results.Run;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.Criteria;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code diff BASE HEAD}: what changed from one run to another. */
@Command(
    name = "diff",
    description = {
      "Compares two runs.",
      "A run is an id, the beginning of one, 'latest', or a file: one of Calque's, or one that JMH"
          + " wrote with -rf json."
    })
final class DiffCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunSource source;
  @Mixin private TextOptions text;

  @Parameters(paramLabel = "BASE", index = "0", description = "The run to compare with.")
  private String base;

  @Parameters(paramLabel = "HEAD", index = "1", description = "The run to judge.")
  private String head;

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

  @Override
  public Integer call() throws IOException {
    Run before = source.read(base);
    Run after = source.read(head);
    Criteria criteria = Criteria.DEFAULT.withThreshold(threshold).withGateSecondary(gateSecondary);
    Comparison comparison = Comparison.of(before, after, criteria);
    PrintWriter out = spec.commandLine().getOut();
    DiffReport.lines(comparison, text.glyphs()).forEach(out::println);
    out.flush();
    return comparison.regressed() ? ResultsCommand.REGRESSION : 0;
  }
}
