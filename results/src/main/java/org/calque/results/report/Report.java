package org.calque.results.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.calque.results.Run;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.Criteria;
import org.calque.results.diff.State;
import org.calque.results.history.History;
import org.calque.results.history.RunValues;

/**
 * Runs as one page of HTML that needs no network and no other file. Two runs are compared, three
 * and more are a history. Equal runs give equal pages.
 */
public final class Report {
  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]+)}}");
  private static final String CHART_LIBRARY =
      "/META-INF/resources/webjars/echarts/5.3.1/dist/echarts.min.js";

  /** A page has no date of its own to judge clocks by: no run is in the future. */
  private static final Instant NEVER = Instant.parse("9999-01-01T00:00:00Z");

  private static final int SMALLEST_HISTORY = 3;

  private final Runs runs;
  private final Html html = new Html();
  private final List<Chart> charts = new ArrayList<>();
  private final Map<String, String> contents = new LinkedHashMap<>();

  private Report(Runs runs) {
    this.runs = runs;
  }

  /**
   * The page.
   *
   * @param runs at least one, in the order to show them
   * @param title of the page
   * @throws IllegalArgumentException when there are none
   */
  public static String html(List<Run> runs, String title) {
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("a report has at least one run");
    }
    return new Report(new Runs(List.copyOf(runs))).page(title);
  }

  private String page(String title) {
    overview();
    section(
        "batches",
        "Batch sizes",
        BatchLadder.of(runs),
        BatchLadder::series,
        (ladder, id) -> BatchLadderSection.write(html, ladder, runs, id, charts));
    section(
        "workloads",
        "Workloads",
        Workload.of(runs.all()),
        Workload::name,
        (workload, id) -> WorkloadSection.write(html, workload, runs, id, charts));
    contents.put("environment", "Environment");
    Environment.write(html, runs);
    return fill(
        Map.of(
            "title", new Html().text(title).toString(),
            "contents", contents(),
            "main", html.toString(),
            "style", resource("report.css"),
            "data", EmbeddedJson.of(Map.of("charts", charts, "caption", caption())),
            "library", resource("notices.js") + library(),
            "charts", resource("charts.js"),
            "script", resource("report.js")));
  }

  private void overview() {
    contents.put("overview", "Overview");
    String counts = Overview.counts(runs.all());
    if (runs.count() == 2) {
      Comparison comparison = Comparison.of(runs.all().get(0), runs.all().get(1), Criteria.DEFAULT);
      boolean improved = comparison.count(State.IMPROVED) > 0;
      String outlook = comparison.regressed() ? "worse" : improved ? "better" : "neutral";
      Overview.write(
          html, runs, "Head over base: " + comparison.verdict(), outlook, comparison.warnings());
      contents.put("comparison", "Base and head");
      ComparisonSection.write(html, comparison, charts);
      return;
    }
    String outlook = Overview.complete(runs.all()) ? "neutral" : "worse";
    if (runs.count() < SMALLEST_HISTORY) {
      Overview.write(html, runs, counts, outlook, List.of());
      return;
    }
    List<RunValues> values = runs.all().stream().map(RunValues::of).toList();
    History history = History.of(values, Criteria.DEFAULT.threshold(), NEVER);
    String moved = "; " + history.moved() + " of " + history.series().size() + " series moved";
    Overview.write(html, runs, counts + moved, outlook, history.warnings());
    contents.put("history", "History");
    HistorySection.write(html, history, charts);
  }

  /** A section with one for each part, which is listed below it; none without parts. */
  private <T> void section(
      String id,
      String title,
      List<T> parts,
      Function<T, String> name,
      BiConsumer<T, String> writer) {
    if (parts.isEmpty()) {
      return;
    }
    contents.put(id, title);
    html.open("section", "id", id, "aria-labelledby", id + "-title");
    html.element("h2", title, "id", id + "-title");
    for (int i = 0; i < parts.size(); i++) {
      String part = id.charAt(0) + Integer.toString(i);
      contents.put(part, name.apply(parts.get(i)));
      writer.accept(parts.get(i), part);
    }
    html.closeLine();
  }

  private String contents() {
    Html list = new Html().open("ul");
    contents.forEach(
        (id, name) -> {
          list.open("li", "class", id.matches("[bw]\\d+") ? "inner" : null);
          list.open("a", "href", "#" + id).name(name).close().closeLine();
        });
    return list.close().toString();
  }

  /** What a chart that leaves the page says of where its numbers come from. */
  private String caption() {
    Run run = runs.all().get(runs.count() - 1);
    return String.join(
        ", ",
        List.of(
            (runs.count() == 1 ? "run " : "last run ") + run.id(),
            Facts.known(run.machine().cpuModel()),
            "Java " + Facts.known(run.software().jvm().version()),
            "95 % intervals"));
  }

  /** Fills all places at once, so that nothing that was filled in is taken for a place. */
  private static String fill(Map<String, String> parts) {
    return PLACE
        .matcher(resource("report.html"))
        .replaceAll(place -> Matcher.quoteReplacement(parts.get(place.group(1))));
  }

  private static String library() {
    String library = read(CHART_LIBRARY);
    if (library.contains("</script")) {
      throw new IllegalStateException("the chart library cannot stand inside a page");
    }
    return library;
  }

  private static String resource(String name) {
    return read("/org/calque/results/report/" + name);
  }

  private static String read(String name) {
    try (InputStream in = Report.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
