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
    html.open("div", "class", "plot", "role", "img", "aria-labelledby", caption).close();
    html.open("figcaption", "id", caption).text(head.summary() + " ");
    html.element("a", "Numbers", "href", "#" + head.table());
    html.close().closeLine();
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
