package org.calque.results.report;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The machines and the software of the runs side by side; what differs is marked. */
final class Environment {
  private static final Set<String> ALWAYS_DIFFERENT =
      Set.of("Started (UTC)", "Finished (UTC)", "Load at the start");

  private Environment() {}

  static void write(Html html, Runs runs) {
    List<Map<String, String>> facts = runs.all().stream().map(Facts::of).toList();
    Set<String> names = new LinkedHashSet<>();
    facts.forEach(each -> names.addAll(each.keySet()));
    html.open("section", "id", "environment", "aria-labelledby", "environment-title");
    html.element("h2", "Environment", "id", "environment-title");
    if (runs.count() > 1) {
      html.element("p", "≠ marks what differs between runs.", "class", "note");
    }
    html.open(
        "div", "class", "frame", "tabindex", "0", "role", "region", "aria-label", "Environment");
    html.open("table", "class", "facts");
    html.open("thead").open("tr").element("th", "Fact", "scope", "col");
    for (int i = 0; i < runs.count(); i++) {
      html.element("th", runs.label(i), "scope", "col");
    }
    html.close().closeLine();
    html.open("tbody");
    names.forEach(name -> row(html, name, facts));
    html.close().close().close().closeLine();
  }

  private static void row(Html html, String name, List<Map<String, String>> facts) {
    List<String> values =
        facts.stream().map(each -> each.getOrDefault(name, Facts.UNKNOWN)).toList();
    boolean differs = values.stream().distinct().count() > 1 && !ALWAYS_DIFFERENT.contains(name);
    html.open("tr", "class", differs ? "differs" : null);
    html.open("th", "scope", "row").name(name);
    if (differs) {
      html.element("span", " ≠", "class", "sign", "title", "differs between runs");
    }
    html.close();
    values.forEach(value -> html.open("td").name(value).close());
    html.closeLine();
  }
}
