package org.calque.results.cli;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.calque.results.cli.Table.Align;
import org.calque.results.format.Names;
import org.calque.results.format.Numbers;
import org.calque.results.history.History;
import org.calque.results.history.Series;
import org.calque.results.history.Shift;

/** A history as text: what to beware of, the series with their shifts, and what it counts. */
final class HistoryReport {
  private final History history;
  private final Glyphs glyphs;
  private final Names names;
  private final List<String> lines = new ArrayList<>();

  private HistoryReport(History history, Glyphs glyphs) {
    this.history = history;
    this.glyphs = glyphs;
    this.names =
        Names.of(history.series().stream().map(s -> s.key().benchmark().benchmark()).toList());
  }

  static List<String> lines(
      History history,
      List<String> unreadable,
      String where,
      double threshold,
      boolean all,
      Glyphs glyphs) {
    HistoryReport report = new HistoryReport(history, glyphs);
    report.say(count(history.runs().size(), "run") + " in " + where);
    unreadable.forEach(line -> report.say("unreadable: " + line));
    history.warnings().forEach(line -> report.say("warning: " + line));
    report.series(all);
    report.summary(unreadable.size(), threshold, all);
    return report.lines;
  }

  private void say(String line) {
    lines.add(glyphs.show(line));
  }

  private static String count(int n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }

  /** The lines of a series' shifts follow its own, so each table has one series. */
  private void series(boolean all) {
    List<Series> shown = history.series().stream().filter(one -> all || noteworthy(one)).toList();
    if (shown.isEmpty()) {
      return;
    }
    lines.add("");
    Table table =
        new Table(
            glyphs,
            Align.LEFT,
            Align.LEFT,
            Align.RIGHT,
            Align.LEFT,
            Align.RIGHT,
            Align.LEFT,
            Align.LEFT);
    table.row("benchmark", "mode", "runs", "history", "last", "unit", "");
    for (Series one : shown) {
      table.row(
          name(one),
          one.key().benchmark().mode(),
          Integer.toString(one.measured()),
          Sparkline.of(one.points(), glyphs),
          Numbers.value(one.last()),
          one.key().unit(),
          note(one));
    }
    List<String> rows = table.lines();
    lines.add(rows.get(0));
    for (int i = 0; i < shown.size(); i++) {
      lines.add(rows.get(i + 1));
      shifts(shown.get(i));
    }
  }

  private static boolean noteworthy(Series one) {
    return !one.shifts().isEmpty() || one.measured() < one.points().size();
  }

  private String name(Series one) {
    String benchmark = names.show(one.key().benchmark());
    return one.key().primary() ? benchmark : benchmark + " · " + one.key().metric();
  }

  private String note(Series one) {
    int failed = one.points().size() - one.measured();
    List<String> notes = new ArrayList<>();
    if (one.measured() < history.pointsNeeded()) {
      notes.add(one.measured() + " of " + history.pointsNeeded() + " results needed");
    }
    if (failed > 0) {
      var last = one.points().get(one.points().size() - 1);
      notes.add(
          failed + " without a result" + (last.measured() ? "" : ", the last: " + last.failure()));
    }
    return String.join("; ", notes);
  }

  private void shifts(Series one) {
    String unit = one.key().unit();
    for (Shift shift : one.shifts()) {
      say(
          "    "
              + shift.verdict(one.key())
              + " from "
              + shift.first().run()
              + date(shift.first().started())
              + ": "
              + Numbers.value(shift.from())
              + " → "
              + Numbers.value(shift.to())
              + " "
              + unit
              + ", "
              + Numbers.change(shift.ratio())
              + ", p "
              + Numbers.probability(shift.p()));
    }
  }

  private static String date(Instant started) {
    if (started == null) {
      return "";
    }
    String minutes = started.truncatedTo(ChronoUnit.MINUTES).toString();
    return " (" + minutes.substring(0, 10) + " " + minutes.substring(11, 16) + " UTC)";
  }

  private void summary(int unreadable, double threshold, boolean all) {
    lines.add("");
    int total = history.series().size();
    int tooShort = history.tooShort().size();
    say(
        total
            + " series"
            + ": "
            + history.moved()
            + " moved, "
            + (total - history.moved() - tooShort)
            + " did not, "
            + tooShort
            + " with fewer than the "
            + history.pointsNeeded()
            + " results that a move needs to show"
            + longest(tooShort)
            + (history.rulers() == 0 ? "" : "; " + history.rulers() + " of rulers left out")
            + (unreadable == 0 ? "" : "; " + count(unreadable, "file") + " unreadable"));
    if (!all && history.series().stream().anyMatch(one -> !noteworthy(one))) {
      say("--all shows those that neither moved nor failed, too.");
    }
    say(
        "A move counts from "
            + Numbers.exact(threshold * 100)
            + "% of the median (e-divisive over the medians of fork means, p <= 0.01 for each"
            + " series: of 100 that stay, one may show).");
    say("×: no result.");
  }

  private String longest(int tooShort) {
    int longest = history.tooShort().stream().mapToInt(Series::measured).max().orElse(0);
    return tooShort == 0 ? "" : " (the longest has " + longest + ")";
  }
}
