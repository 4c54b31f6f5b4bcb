package org.calque.results.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.calque.results.diff.Comparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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
  @Mixin private ComparedRuns runs;
  @Mixin private CriteriaOptions criteria;
  @Mixin private DiffText text;
  @Mixin private FailOnOption failOn;
  @Mixin private FormatOptions formats;

  @Override
  public Integer call() throws IOException {
    formats.check();
    ComparedRuns.Sides sides = runs.read();
    Comparison comparison = Comparison.of(sides.base(), sides.head(), criteria.criteria());
    formats.write(comparison, text, failOn.failOn());
    return failOn.exitCode(comparison);
  }
}
