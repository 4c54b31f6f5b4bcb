package org.calque.results.report;

/** Writes the place of a chart, with what it says in words and the way to its numbers. */
final class Figure {
  private Figure() {}

  /**
   * Writes the place.
   *
   * @param heading level of its title in the page, such as {@code h3}
   */
  static void write(Html html, Chart chart, String heading) {
    Chart.Head head = chart.head();
    String caption = "caption-" + head.id();
    html.open("figure", "class", "chart " + chart.kind(), "data-chart", head.id());
    html.open("div", "class", "chart-head");
    html.open(heading).name(head.title());
    String unit = head.unit() + (head.better().isEmpty() ? "" : ", " + head.better());
    html.text(" ").element("span", unit, "class", "unit").close();
    html.open("div", "class", "save", "hidden", "");
    save(html, head, "SVG");
    save(html, head, "PNG");
    html.close().close();
    if (chart instanceof Chart.PowerOverTime power && power.forks().size() > 1) {
      choice(html, power);
    }
    html.open("div", "class", "plot", "role", "img", "aria-labelledby", caption).close();
    html.open("figcaption", "id", caption).text(head.summary() + " ");
    html.element("a", "Numbers", "href", "#" + head.table());
    html.close().closeLine();
  }

  /** Which fork to show; without a script it is the first. */
  private static void choice(Html html, Chart.PowerOverTime chart) {
    html.open("label", "class", "choice", "hidden", "").text("Shown ");
    html.open("select", "autocomplete", "off");
    for (int i = 0; i < chart.forks().size(); i++) {
      html.element("option", chart.forks().get(i).name(), "value", Integer.toString(i));
    }
    html.close().close();
  }

  private static void save(Html html, Chart.Head head, String format) {
    html.element(
        "button",
        format,
        "type",
        "button",
        "data-save",
        format.toLowerCase(java.util.Locale.ROOT),
        "aria-label",
        "Save " + head.title() + " as " + format);
  }
}
