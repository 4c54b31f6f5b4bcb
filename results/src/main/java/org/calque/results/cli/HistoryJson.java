package org.calque.results.cli;

import java.util.List;
import org.calque.results.diff.Direction;
import org.calque.results.history.History;
import org.calque.results.history.Point;
import org.calque.results.history.Series;
import org.calque.results.history.SeriesKey;
import org.calque.results.history.Shift;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A history as JSON, whole; numbers that are not finite are null. */
final class HistoryJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private HistoryJson() {}

  static String of(History history, List<String> unreadable) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("pointsNeeded", history.pointsNeeded());
    history.runs().forEach(root.putArray("runs")::add);
    history.warnings().forEach(root.putArray("warnings")::add);
    unreadable.forEach(root.putArray("unreadable")::add);
    root.put("rulersLeftOut", history.rulers());
    ArrayNode series = root.putArray("series");
    history.series().forEach(one -> series(series.addObject(), one));
    return MAPPER.writeValueAsString(root);
  }

  private static void series(ObjectNode node, Series one) {
    node.put("benchmark", one.key().benchmark().benchmark());
    ObjectNode params = node.putObject("params");
    one.key().benchmark().params().forEach(params::put);
    node.put("mode", one.key().benchmark().mode());
    node.put("threads", one.key().benchmark().threads());
    node.put("metric", one.key().metric());
    node.put("unit", one.key().unit());
    node.put("traceSha256", one.key().trace());
    node.put("batchSize", one.key().batchSize());
    node.put("better", better(one.key()));
    node.put("results", one.measured());
    ArrayNode points = node.putArray("points");
    one.points().forEach(point -> point(points.addObject(), point));
    ArrayNode shifts = node.putArray("shifts");
    one.shifts().forEach(shift -> shift(shifts.addObject(), shift, one.key()));
  }

  private static String better(SeriesKey key) {
    return switch (Direction.of(key.unit(), key.metric())) {
      case HIGHER_IS_BETTER -> "higher";
      case LOWER_IS_BETTER -> "lower";
      case NEUTRAL -> null;
    };
  }

  private static void point(ObjectNode node, Point point) {
    node.put("run", point.run());
    node.put("started", point.started() == null ? null : point.started().toString());
    number(node, "value", point.value());
    node.put("failure", point.failure());
  }

  private static void shift(ObjectNode node, Shift shift, SeriesKey key) {
    node.put("run", shift.first().run());
    node.put(
        "started", shift.first().started() == null ? null : shift.first().started().toString());
    number(node, "from", shift.from());
    number(node, "to", shift.to());
    number(node, "ratio", shift.ratio());
    number(node, "p", shift.p());
    node.put("verdict", shift.verdict(key));
  }

  private static void number(ObjectNode node, String key, double value) {
    if (Double.isFinite(value)) {
      node.put(key, value);
    } else {
      node.putNull(key);
    }
  }
}
