package org.calque.results.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.calque.results.diff.Comparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code diff BASE HEAD}: what changed from one run to another. */
@Command(
    name = "diff",
    customSynopsis = {
      "results diff [OPTIONS] BASE HEAD",
      "results diff [OPTIONS] --base RUN... --head RUN...",
      "results diff [OPTIONS] --baseline NAME HEAD"
    },
    description = {
      "Compares two runs.",
      "A run is an id, the beginning of one, 'latest', or a file: one of Calque's, or one that JMH"
          + " wrote with -rf json."
    })
final class DiffCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ComparedRuns runs;
  @Mixin private CriteriaOptions criteria;
  @Mixin private DiffText text;

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

  @Override
  public Integer call() throws IOException {
    ComparedRuns.Sides sides = runs.read();
    Comparison comparison = Comparison.of(sides.base(), sides.head(), criteria.criteria());
    PrintWriter out = spec.commandLine().getOut();
    DiffReport.lines(comparison, text, failOn).forEach(out::println);
    out.flush();
    return failOn.exitCode(comparison);
  }
}
