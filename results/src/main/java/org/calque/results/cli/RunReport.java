package org.calque.results.cli;

import java.util.ArrayList;
import java.util.List;
import org.calque.results.Entry;
import org.calque.results.Metric;
import org.calque.results.Run;
import org.calque.results.Status;
import org.calque.results.WorkloadFacts;
import org.calque.results.cli.Table.Align;
import org.calque.results.format.Names;
import org.calque.results.format.Numbers;

/** One run as text: its facts, then its benchmarks. */
final class RunReport {
  private RunReport() {}

  /** The lines of a run that is unfinished because a process goes on with it, or of any other. */
  static List<String> lines(Run run, boolean running, Glyphs glyphs) {
    List<String> lines = new ArrayList<>(RunFacts.table(run, running, glyphs).lines());
    if (!run.entries().isEmpty()) {
      lines.add("");
      lines.addAll(benchmarks(run, glyphs).lines());
    }
    return lines;
  }

  private static Table benchmarks(Run run, Glyphs glyphs) {
    Names names = Names.of(run);
    Table table = new Table(glyphs, Align.LEFT, Align.LEFT, Align.RIGHT, Align.LEFT);
    table.row("benchmark", "mode", "score", "");
    for (Entry entry : run.entries()) {
      String name = names.show(entry.key()) + (isPartial(run, entry) ? " (partial)" : "");
      if (entry.status() != Status.OK) {
        table.row(name, entry.mode(), "-", entry.outcome());
      }
      for (Metric metric : Metric.of(entry)) {
        table.row(
            metric.primary() ? name : "  · " + metric.name(),
            entry.mode(),
            Numbers.value(metric.score()),
            metric.unit());
      }
    }
    return table;
  }

  private static boolean isPartial(Run run, Entry entry) {
    return run.workloadOf(entry).map(WorkloadFacts::partial).orElse(false);
  }
}
