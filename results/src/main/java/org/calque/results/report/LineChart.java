package org.calque.results.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Values over a parameter, as lines, with marks where there is no result. */
final class LineChart {
  /** As many lines as can be told apart. */
  private static final int LINES = 6;

  private LineChart() {}

  /**
   * The chart.
   *
   * @param head its summary is what to say after the chart's own
   * @param parameter that the lines go over
   * @param values of the parameter; the row of a mark is the number of its value
   * @param lines marks by the name of the line, the first ones to be shown first
   */
  static Chart.Lines of(
      Chart.Head head, String parameter, List<String> values, Map<String, List<Chart.Mark>> lines) {
    List<Chart.Group> shown = new ArrayList<>();
    lines.forEach(
        (line, marks) -> {
          if (shown.size() < LINES) {
            shown.add(
                new Chart.Group(
                    line,
                    marks.stream().sorted(Comparator.comparingInt(Chart.Mark::row)).toList()));
          }
        });
    String cut =
        lines.size() > LINES
            ? " The chart has the first " + LINES + " of " + lines.size() + " lines."
            : "";
    return new Chart.Lines(
        new Chart.Head(
            head.id(),
            head.title(),
            head.unit(),
            head.better(),
            summary(head.unit(), values, shown) + cut + head.summary(),
            head.table()),
        parameter,
        values,
        shown);
  }

  private static String summary(String unit, List<String> values, List<Chart.Group> groups) {
    List<String> parts = new ArrayList<>();
    for (Chart.Group group : groups.subList(0, Math.min(3, groups.size()))) {
      List<Chart.Mark> good = group.marks().stream().filter(m -> m.text() == null).toList();
      if (!good.isEmpty()) {
        Chart.Mark first = good.get(0);
        Chart.Mark last = good.get(good.size() - 1);
        parts.add(
            group.name()
                + " goes from "
                + Figures.value(first.value())
                + " at "
                + values.get(first.row())
                + " to "
                + Figures.value(last.value())
                + " at "
                + values.get(last.row()));
      }
    }
    return "In " + unit + ": " + String.join("; ", parts) + ".";
  }
}
