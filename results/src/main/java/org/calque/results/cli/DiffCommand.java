package org.calque.results.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.calque.results.Run;
import org.calque.results.diff.Comparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code diff BASE HEAD}: what changed from one run to another. */
@Command(
    name = "diff",
    description = {
      "Compares two runs.",
      "A run is an id, the beginning of one, 'latest', or a file: one of Calque's, or one that JMH"
          + " wrote with -rf json."
    })
final class DiffCommand implements Callable<Integer> {
  @Mixin private RunSource source;
  @Mixin private TextOptions text;
  @Mixin private CriteriaOptions criteria;
  @Mixin private FormatOptions formats;

  @Parameters(paramLabel = "BASE", index = "0", description = "The run to compare with.")
  private String base;

  @Parameters(paramLabel = "HEAD", index = "1", description = "The run to judge.")
  private String head;

  @Override
  public Integer call() throws IOException {
    formats.check();
    Run before = source.read(base);
    Run after = source.read(head);
    Comparison comparison = Comparison.of(before, after, criteria.criteria());
    formats.write(comparison, text.glyphs());
    return criteria.exitCode(comparison);
  }
}
