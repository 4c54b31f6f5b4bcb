package org.calque.results.format;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.calque.results.Run;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.Criteria;
import org.calque.results.diff.Direction;
import org.calque.results.diff.Row;
import org.calque.results.diff.Side;
import org.calque.results.diff.State;
import org.calque.results.diff.Threshold;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * All of a comparison as one JSON object. Keys are in lowerCamelCase and always there; what is
 * unknown or not finite is null. A new meaning of a key is a new {@code formatVersion}; new keys
 * are not.
 */
final class JsonFormat implements ComparisonFormat {
  static final int VERSION = 1;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  @Override
  public void write(Comparison comparison, Appendable out) throws IOException {
    ObjectNode root = NODES.objectNode();
    root.put("formatVersion", VERSION);
    root.put("verdict", comparison.verdict());
    root.set("findings", texts(comparison.findings().stream().map(f -> f.word()).toList()));
    root.set("base", run(comparison.base()));
    root.set("head", run(comparison.head()));
    root.set("criteria", criteria(comparison.criteria()));
    root.set("counts", counts(comparison.rows()));
    root.set("rows", rows(comparison.rows()));
    root.set("rulers", rows(comparison.rulers()));
    ArrayNode apart = root.putArray("notComparable");
    comparison
        .notComparable()
        .forEach(one -> apart.addObject().put("what", one.what()).put("why", one.why()));
    ArrayNode means = root.putArray("geometricMeans");
    comparison
        .geometricMeans()
        .forEach(
            mean ->
                means
                    .addObject()
                    .put("unit", mean.unit())
                    .put("rows", mean.rows())
                    .set("ratio", number(mean.ratio())));
    root.put("forksNeeded", comparison.forksNeeded());
    root.set("settings", texts(comparison.settings()));
    root.set("gaps", texts(comparison.gaps()));
    root.set("warnings", texts(comparison.warnings()));
    out.append(PrettyJson.text(root));
  }

  private static ObjectNode run(Run run) {
    ObjectNode facts = NODES.objectNode();
    facts.put("id", run.id());
    facts.put("started", run.started() == null ? null : run.started().toString());
    facts.put("finished", run.finished() == null ? null : run.finished().toString());
    facts.put("host", run.machine().host());
    facts.put("cpuModel", run.machine().cpuModel());
    facts.put("jvm", run.software().jvm().vmVersion());
    facts.put("calqueVersion", run.software().calqueVersion());
    return facts;
  }

  private static ObjectNode criteria(Criteria criteria) {
    ObjectNode node = NODES.objectNode();
    node.put("alpha", criteria.alpha());
    node.put("correction", RowText.word(criteria.correction()));
    node.put("threshold", criteria.threshold());
    ArrayNode some = node.putArray("thresholds");
    criteria.thresholds().forEach(one -> some.add(threshold(one)));
    node.put("gateSecondary", criteria.gateSecondary());
    return node;
  }

  /** What it does not depend on is null; of those that apply to a row the last one counts. */
  private static ObjectNode threshold(Threshold one) {
    return NODES
        .objectNode()
        .put("benchmark", one.benchmark() == null ? null : one.benchmark().pattern())
        .put("metric", one.metric())
        .put("threshold", one.change());
  }

  /** Of the rows that decide; every state is a key. */
  private static ObjectNode counts(List<Row> rows) {
    Map<State, Long> counts =
        rows.stream()
            .filter(Row::gates)
            .collect(Collectors.groupingBy(Row::state, Collectors.counting()));
    ObjectNode node = NODES.objectNode();
    for (State state : State.values()) {
      node.put(RowText.word(state), counts.getOrDefault(state, 0L));
    }
    return node;
  }

  private static ArrayNode rows(List<Row> rows) {
    ArrayNode array = NODES.arrayNode();
    rows.forEach(row -> array.add(row(row)));
    return array;
  }

  private static ObjectNode row(Row row) {
    ObjectNode node = NODES.objectNode();
    node.put("benchmark", row.key().benchmark());
    node.put("mode", row.key().mode());
    node.put("threads", row.key().threads());
    ObjectNode params = node.putObject("params");
    row.key().params().forEach(params::put);
    node.put("metric", row.metric());
    node.put("unit", row.unit());
    node.put("better", better(row.unit(), row.metric()));
    node.set("base", side(row.base()));
    node.set("head", side(row.head()));
    node.set("ratio", number(row.ratio()));
    node.set("ratioLow", number(row.interval() == null ? Double.NaN : row.interval().low()));
    node.set("ratioHigh", number(row.interval() == null ? Double.NaN : row.interval().high()));
    node.set("p", number(row.p()));
    node.put("state", RowText.word(row.state()));
    node.put("decides", row.gates());
    node.put("note", row.note());
    return node;
  }

  private static String better(String unit, String metric) {
    return switch (Direction.of(unit, metric)) {
      case HIGHER_IS_BETTER -> "higher";
      case LOWER_IS_BETTER -> "lower";
      case NEUTRAL -> null;
    };
  }

  private static JsonNode side(Side side) {
    if (side == null) {
      return NODES.nullNode();
    }
    ObjectNode node = NODES.objectNode();
    node.set("center", number(side.center()));
    node.set("spread", number(side.spread()));
    ArrayNode means = node.putArray("forkMeans");
    Arrays.stream(side.sample().forkMeans()).forEach(mean -> means.add(number(mean)));
    return node;
  }

  private static ArrayNode texts(List<String> lines) {
    ArrayNode array = NODES.arrayNode();
    lines.forEach(array::add);
    return array;
  }

  private static JsonNode number(double x) {
    return Double.isFinite(x) ? NODES.numberNode(x) : NODES.nullNode();
  }
}
