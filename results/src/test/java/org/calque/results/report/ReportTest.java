package org.calque.results.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.RunFormat;
import org.calque.results.Samples;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ReportTest {
  @Test
  void equalRunsGiveEqualPages() {
    List<Run> runs = List.of(Pages.parameters(1), Pages.parameters(1.2));

    assertThat(Report.html(runs, "a")).isEqualTo(Report.html(List.copyOf(runs), "a"));
  }

  @Test
  void aPageAsksForNothing() {
    String page = ownPart(Report.html(List.of(Pages.parameters(1)), "a"));

    assertThat(page).doesNotContain("src=", "<link", "@import", "http:", "https:");
    assertThat(page).contains("default-src 'none'");
  }

  @Test
  void aPageCarriesTheLicencesOfWhatIsInside() {
    assertThat(Report.html(List.of(Pages.parameters(1)), "a"))
        .contains("Apache License", "Copyright (c) 2017, Baidu Inc.", "Mike Bostock");
  }

  @Test
  void oneRunHasWhatItRanAndWhatFailed() {
    String page = Report.html(List.of(Pages.parameters(1)), "Nightly");

    assertThat(page)
        .contains("<title>Nightly</title>")
        .contains("2 of 12 benchmarks without a result: 2 out of memory")
        .contains("out of memory: the heap is full")
        .contains("AMD EPYC 7R13", "performance", "rapl.package-0", "c0ffee", "gcc 13, OpenBLAS")
        .doesNotContain("id=\"comparison\"", "id=\"history\"");
    assertThat(kinds(page)).containsExactly("intervals", "lines", "heat", "bars");
  }

  @Test
  void twoRunsAreCompared() {
    String page = Report.html(List.of(Pages.parameters(1), Pages.parameters(1.2)), "a");

    assertThat(page)
        .contains("Head over base: worse: 10 regressed, 2 still failing")
        .contains("id=\"comparison\"")
        .doesNotContain("id=\"history\"");
    assertThat(kinds(page)).startsWith("forest");
  }

  @Test
  void threeRunsAndMoreAreAHistory() {
    String page = Report.html(Pages.history(), "a");

    assertThat(page)
        .contains("1 of 24 benchmarks of all runs without a result: 1 failed; 1 of 2 series moved")
        .contains("id=\"history\"");
    JsonNode timeline = data(page).path("charts").path(0);
    assertThat(timeline.path("moves")).hasSize(1);
    assertThat(timeline.path("moves").path(0).path("at").asInt()).isEqualTo(6);
    assertThat(timeline.path("levels")).hasSize(2);
    assertThat(data(page).path("charts").path(1).path("gaps")).hasSize(1);
  }

  @Test
  void partialAndUnfinishedRunsStandOut() {
    Run run = Samples.run(Samples.time("a.B.c", 1));
    Run open =
        new Run(
            run.formatVersion(),
            run.id(),
            run.started(),
            null,
            run.arguments(),
            run.machine(),
            run.software(),
            List.of(Samples.PARTIAL_WORKLOAD),
            run.entries());

    assertThat(Report.html(List.of(open), "a"))
        .contains("has not finished: it goes on, or it was killed")
        .contains("Partial: run replays mlp without 0.95 % of calls")
        .contains("aten::foo.out");
  }

  @Test
  void plainFilesOfJmhAreRunsToo() {
    for (String file :
        List.of(
            "avgt-gc-6-forks",
            "sample-4-forks",
            "single-shot-2-forks",
            "thrpt-4-forks",
            "without-raw-data",
            "failing-benchmark-left-out")) {
      String page = Report.html(List.of(Samples.jmhRun(file)), file);
      assertThat(kinds(page)).as(file).contains("intervals");
    }
  }

  @Test
  void anEmptyRunIsAPage() {
    assertThat(Report.html(List.of(Samples.run()), "a")).contains("No benchmark");
    assertThatIllegalArgumentException().isThrownBy(() -> Report.html(List.of(), "a"));
  }

  @Test
  void namesCannotLeaveTheirPlace() throws Exception {
    Run hostile = Pages.hostile();
    String whole = Report.html(List.of(hostile), Pages.HOSTILE.get(0));
    String page = ownPart(whole);

    assertThat(page).doesNotContain("<script>alert", "<!--", "<img");
    assertThat(page).doesNotContainPattern("[\\u0000-\\u0008\\u001B\\u2028\\u2029\\u202E]");
    assertThat(Pattern.compile("</script", Pattern.CASE_INSENSITIVE).matcher(page).results())
        .hasSize(4);
    assertThat(page).contains("&lt;img src=x onerror=alert(1)&gt;").contains("{{main}}$1\\");
    // and what the scripts read is what the file says
    assertThat(data(whole).toString()).contains("<img src=x onerror=alert(1)>");
    assertThat(RunFormat.write(hostile)).contains("onerror");
  }

  @Test
  void twoHundredWorkloadsAreAPage() {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      entries.add(Samples.time("org.example.W" + i + ".step", 1, 2, 3).ofWorkload("w" + i));
    }

    String page = Report.html(List.of(Samples.run(entries.toArray(Entry[]::new))), "a");

    assertThat(kinds(page)).hasSize(200);
    assertThat(page.length()).isLessThan(2_000_000);
  }

  @Test
  void headingsStepDownOneByOneAndIdsAreUnique() {
    String page = ownPart(Report.html(List.of(Pages.parameters(1), Pages.parameters(1.2)), "a"));

    List<Integer> levels =
        Pattern.compile("<h([1-6])")
            .matcher(page)
            .results()
            .map(match -> Integer.parseInt(match.group(1)))
            .toList();
    for (int i = 1; i < levels.size(); i++) {
      assertThat(levels.get(i)).isLessThanOrEqualTo(levels.get(i - 1) + 1);
    }
    List<String> ids =
        Pattern.compile(" id=\"([^\"]+)\"").matcher(page).results().map(m -> m.group(1)).toList();
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(Pattern.compile("href=\"#([^\"]+)\"").matcher(page).results().map(m -> m.group(1)))
        .allSatisfy(target -> assertThat(ids).contains(target));
  }

  /** The page without the chart library. */
  private static String ownPart(String page) {
    int library = page.indexOf("<script>", page.indexOf("id=\"data\""));
    int end = page.indexOf("</script>", library);
    return page.substring(0, library) + "<script>" + page.substring(end);
  }

  private static JsonNode data(String page) {
    String start = "id=\"data\">";
    int from = page.indexOf(start) + start.length();
    return JsonMapper.shared().readTree(page.substring(from, page.indexOf("</script>", from)));
  }

  private static List<String> kinds(String page) {
    return data(page).path("charts").findValuesAsString("kind");
  }
}
