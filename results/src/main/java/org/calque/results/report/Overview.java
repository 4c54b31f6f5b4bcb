package org.calque.results.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.calque.results.Checkout;
import org.calque.results.Coverage;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.Status;
import org.calque.results.WorkloadFacts;
import org.calque.results.report.SortableTable.Cell;

/** What ran, when and where, and what is wrong with it: the first that a reader needs. */
final class Overview {
  private final Runs runs;
  private final Html html;

  private Overview(Runs runs, Html html) {
    this.runs = runs;
    this.html = html;
  }

  /**
   * Writes the section.
   *
   * @param verdict the runs in one sentence
   * @param outlook whether that is good news
   * @param warnings what to beware of, one line each
   */
  static void write(Html html, Runs runs, String verdict, String outlook, List<String> warnings) {
    Overview overview = new Overview(runs, html);
    html.open("section", "id", "overview", "aria-labelledby", "overview-title");
    html.element("h2", "Overview", "id", "overview-title");
    html.element("p", Outlook.sign(outlook) + verdict, "class", "verdict " + outlook);
    overview.notices("Read with care", warnings(runs, warnings), "warning");
    overview.failures();
    overview.table();
    html.closeLine();
  }

  /** The runs in one sentence, where they are not compared. */
  static String counts(List<Run> all) {
    Map<Status, Integer> counts = new TreeMap<>();
    all.forEach(run -> run.entries().forEach(e -> counts.merge(e.status(), 1, Integer::sum)));
    int total = counts.values().stream().mapToInt(n -> n).sum();
    int ok = counts.getOrDefault(Status.OK, 0);
    counts.remove(Status.OK);
    String what = all.size() == 1 ? "benchmark" : "benchmark of all runs";
    if (total == 0) {
      return "No " + what;
    }
    String noun = (total == 1 ? what : what.replace("benchmark", "benchmarks")) + " ";
    if (counts.isEmpty()) {
      return "All " + total + " " + noun + "have a result";
    }
    return counts.entrySet().stream()
        .map(e -> e.getValue() + " " + e.getKey().label())
        .collect(
            Collectors.joining(
                ", ", (total - ok) + " of " + total + " " + noun + "without a result: ", ""));
  }

  /** Whether each benchmark of each run has a result. */
  static boolean complete(List<Run> all) {
    return all.stream()
        .flatMap(run -> run.entries().stream())
        .allMatch(e -> e.status() == Status.OK);
  }

  private static List<String> warnings(Runs runs, List<String> others) {
    List<String> warnings = new ArrayList<>();
    for (int i = 0; i < runs.count(); i++) {
      Run run = runs.all().get(i);
      if (run.started() != null && run.finished() == null) {
        warnings.add(runs.label(i) + " has not finished: it goes on, or it was killed");
      }
      for (WorkloadFacts workload : run.workloads()) {
        Coverage coverage = workload.coverage();
        if (coverage != null && coverage.partial()) {
          warnings.add(
              "Partial: "
                  + runs.label(i)
                  + " replays "
                  + workload.name()
                  + " without "
                  + coverage.share(coverage.impossible())
                  + " ("
                  + coverage.named().stream()
                      .filter(named -> named.kind().equals("impossible"))
                      .map(Coverage.Named::name)
                      .limit(5)
                      .collect(Collectors.joining(", "))
                  + ")");
        }
      }
    }
    others.stream()
        .filter(line -> warnings.stream().noneMatch(line::equals))
        .forEach(warnings::add);
    return warnings;
  }

  private void notices(String title, List<String> lines, String style) {
    if (!lines.isEmpty()) {
      html.open("div", "class", "notice " + style);
      html.element("h3", title);
      html.open("ul", "tabindex", lines.size() > 8 ? "0" : null); // it scrolls
      lines.forEach(line -> html.open("li").name(line).close());
      html.close().closeLine();
    }
  }

  private void failures() {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < runs.count(); i++) {
      for (Entry entry : runs.all().get(i).entries()) {
        if (entry.status() != Status.OK) {
          lines.add(
              (runs.count() == 1 ? "" : runs.label(i) + ": ")
                  + entry.key()
                  + " – "
                  + entry.outcome());
        }
      }
    }
    notices("Without a result", lines, "failure");
  }

  private void table() {
    SortableTable table =
        new SortableTable(
            "runs",
            "Runs",
            "Run",
            "Id",
            "Started (UTC)",
            "Took",
            "CPU",
            "Java",
            "Calque",
            "Commit",
            "Results",
            "Without");
    for (int i = 0; i < runs.count(); i++) {
      Run run = runs.all().get(i);
      long ok = run.entries().stream().filter(entry -> entry.status() == Status.OK).count();
      long failed = run.entries().size() - ok;
      table.row(
          new Cell(runs.label(i), String.valueOf(i), null),
          new Cell(run.id(), null, "id"),
          Cell.text(Facts.time(run.started())),
          Cell.text(took(run)),
          Cell.text(Facts.known(run.machine().cpuModel())),
          Cell.text(Facts.known(run.software().jvm().version())),
          Cell.text(Facts.known(run.software().calqueVersion())),
          Cell.text(commit(run.software().checkout())),
          Cell.number(Long.toString(ok), (double) ok),
          failed == 0
              ? Cell.number("0", 0)
              : new Cell("▼ " + failed, Long.toString(failed), "number worse"));
    }
    table.write(html);
  }

  private static String took(Run run) {
    if (run.started() == null) {
      return Facts.UNKNOWN;
    }
    if (run.finished() == null) {
      return "not finished";
    }
    Duration took = Duration.between(run.started(), run.finished());
    return took.isNegative()
        ? "finished before it started"
        : took.toMinutes() + " min " + took.toSecondsPart() + " s";
  }

  private static String commit(Checkout checkout) {
    return checkout == null
        ? Facts.UNKNOWN
        : checkout.commit().substring(0, Math.min(10, checkout.commit().length()))
            + (checkout.dirty() ? " with changes" : "");
  }
}
