package org.calque.results.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.calque.results.history.Point;
import org.calque.results.history.Series;
import org.calque.results.history.Shift;

/** A series of a history as a line with its levels, moves and gaps. */
final class TimelineChart {
  private TimelineChart() {}

  static Chart of(Series series, String name, String id, String table) {
    List<Point> points = series.points();
    String unit = series.key().unit();
    List<Chart.Gap> gaps = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      if (!points.get(i).measured()) {
        gaps.add(new Chart.Gap(i, points.get(i).failure()));
      }
    }
    List<Chart.Move> moves =
        series.shifts().stream()
            .map(
                shift ->
                    new Chart.Move(
                        shift.index(),
                        "×" + Figures.ratio(shift.ratio()) + " " + shift.verdict(series.key()),
                        shift.verdict(series.key())))
            .toList();
    return new Chart.Timeline(
        new Chart.Head(
            id,
            name,
            unit,
            ChartedUnit.better(unit, series.key().metric()),
            summary(series, gaps.size()),
            table),
        labels(points),
        points.stream().map(Point::value).toList(),
        levels(series),
        moves,
        gaps);
  }

  /** Days; with the time of the day where there are several runs in one. */
  private static List<String> labels(List<Point> points) {
    List<String> days = points.stream().map(point -> label(point, 10)).toList();
    boolean distinct = days.stream().distinct().count() == days.size();
    return distinct ? days : points.stream().map(point -> label(point, 16)).toList();
  }

  private static String label(Point point, int length) {
    return point.started() == null
        ? point.run()
        : point.started().toString().replace('T', ' ').substring(0, length);
  }

  private static List<Chart.Level> levels(Series series) {
    List<Chart.Level> levels = new ArrayList<>();
    int from = 0;
    for (Shift shift : series.shifts()) {
      levels.add(new Chart.Level(from, shift.index(), shift.from()));
      from = shift.index();
    }
    int end = series.points().size();
    double[] rest =
        series.points().subList(from, end).stream()
            .filter(Point::measured)
            .mapToDouble(Point::value)
            .sorted()
            .toArray();
    if (rest.length > 0) {
      double median = (rest[(rest.length - 1) / 2] + rest[rest.length / 2]) / 2;
      levels.add(new Chart.Level(from, end, median));
    }
    return levels;
  }

  private static String summary(Series series, int gaps) {
    double[] values =
        series.points().stream().filter(Point::measured).mapToDouble(Point::value).toArray();
    String unit = series.key().unit();
    String range =
        values.length == 0
            ? "No results"
            : Figures.count(values.length, "result")
                + " from "
                + Figures.value(Arrays.stream(values).min().orElseThrow())
                + " to "
                + Figures.value(Arrays.stream(values).max().orElseThrow())
                + " "
                + unit
                + ", the last "
                + Figures.value(series.last());
    String moves =
        series.shifts().stream()
            .map(
                shift ->
                    "; "
                        + shift.verdict(series.key())
                        + " from "
                        + shift.first().run()
                        + " on, "
                        + Figures.value(shift.from())
                        + " → "
                        + Figures.value(shift.to()))
            .collect(Collectors.joining());
    return range
        + (moves.isEmpty() ? "; no move" : moves)
        + (gaps == 0 ? "" : "; " + Figures.count(gaps, "run") + " without a result")
        + ".";
  }
}
