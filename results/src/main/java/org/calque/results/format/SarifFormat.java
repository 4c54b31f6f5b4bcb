package org.calque.results.format;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.Row;
import org.calque.results.diff.State;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Findings as SARIF 2.1.0 (OASIS, 2020): an error for each row that is worse, a warning for each
 * that is inconclusive. A result names the benchmark's method; the file beside it is where a class
 * of that name lies below a root of sources, since a run does not say which file that is.
 */
final class SarifFormat implements ComparisonFormat {
  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
  private static final List<State> REPORTED =
      List.of(State.REGRESSED, State.NEWLY_FAILING, State.INCONCLUSIVE);

  @Override
  public void write(Comparison comparison, Appendable out) throws IOException {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("$schema", SCHEMA);
    root.put("version", "2.1.0");
    ObjectNode run = root.putArray("runs").addObject();
    ObjectNode driver = run.putObject("tool").putObject("driver");
    driver.put("name", "Calque");
    ArrayNode rules = driver.putArray("rules");
    REPORTED.forEach(state -> rule(rules.addObject(), state));
    ArrayNode results = run.putArray("results");
    comparison.rows().stream()
        .filter(row -> row.gates() && REPORTED.contains(row.state()))
        .forEach(row -> result(results.addObject(), row));
    notifications(comparison, run);
    run.putObject("properties").put("verdict", comparison.verdict());
    out.append(PrettyJson.text(root));
  }

  /** Why the results are not the whole answer. */
  private static void notifications(Comparison comparison, ObjectNode run) {
    ObjectNode invocation = run.putArray("invocations").addObject();
    invocation.put("executionSuccessful", true);
    ArrayNode notifications = invocation.putArray("toolExecutionNotifications");
    comparison.gaps().forEach(gap -> notification(notifications.addObject(), "error", gap));
    comparison
        .notComparable()
        .forEach(
            one ->
                notification(
                    notifications.addObject(),
                    "warning",
                    one.what() + " is not comparable: " + one.why()));
  }

  private static void notification(ObjectNode notification, String level, String text) {
    notification.put("level", level);
    notification.putObject("message").put("text", text);
  }

  private static void rule(ObjectNode rule, State state) {
    rule.put("id", RowText.word(state));
    String text =
        switch (state) {
          case REGRESSED -> "The benchmark is worse than in base, and not by chance.";
          case NEWLY_FAILING -> "The benchmark has no result any more.";
          default -> "The forks do not tell whether the benchmark changed.";
        };
    rule.putObject("shortDescription").put("text", text);
    rule.putObject("defaultConfiguration").put("level", level(state));
  }

  private static String level(State state) {
    return state == State.INCONCLUSIVE ? "warning" : "error";
  }

  private static void result(ObjectNode result, Row row) {
    result.put("ruleId", RowText.word(row.state()));
    result.put("ruleIndex", REPORTED.indexOf(row.state()));
    result.put("level", level(row.state()));
    result.putObject("message").put("text", RowText.name(row) + ": " + RowText.outcome(row));
    ObjectNode location = result.putArray("locations").addObject();
    ObjectNode physical = location.putObject("physicalLocation");
    physical.putObject("artifactLocation").put("uri", source(row.key().benchmark()));
    physical.putObject("region").put("startLine", 1);
    location
        .putArray("logicalLocations")
        .addObject()
        .put("fullyQualifiedName", row.key().benchmark())
        .put("kind", "function");
    // Tells the finding apart from others in the same file, and finds it again in the next report.
    result.putObject("partialFingerprints").put("benchmark/v1", RowText.name(row));
  }

  /** Such as {@code org/example/Mlp.java} for {@code org.example.Mlp.Inner.step}. */
  private static String source(String benchmark) {
    StringBuilder path = new StringBuilder();
    for (String part : benchmark.split("\\.")) {
      path.append(path.isEmpty() ? "" : "/");
      path.append(URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20"));
      if (!part.isEmpty() && Character.isUpperCase(part.codePointAt(0))) {
        break;
      }
    }
    return path + ".java";
  }
}
