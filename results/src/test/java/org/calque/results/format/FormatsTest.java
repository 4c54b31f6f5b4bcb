package org.calque.results.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.results.Samples.around;
import static org.calque.results.Samples.key;
import static org.calque.results.Samples.time;
import static org.calque.results.Samples.timeAnd;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.xml.parsers.DocumentBuilderFactory;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.Samples;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.Criteria;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class FormatsTest {
  /** What would do harm in one of the formats. */
  private static final String HOSTILE =
      "\r\n::error::x %0A,\"'<!-- -->]]>&|`*_@someone #1 http://evil.example \u0000\u001b[2J\uD800";

  static List<String> names() {
    return List.copyOf(Formats.BY_NAME.keySet());
  }

  @ParameterizedTest
  @MethodSource("names")
  void aFormatIsAsItsGoldenFile(String name) throws IOException {
    String actual = write(name, comparison());
    Path written = Files.createDirectories(Path.of("target", "format")).resolve(name + ".txt");
    Files.writeString(written, actual, StandardCharsets.UTF_8);

    assertThat(actual)
        .as("if the change is meant, copy %s to src/test/resources/format", written)
        .isEqualTo(golden(name));
  }

  @ParameterizedTest
  @MethodSource("names")
  void equalComparisonsGiveEqualText(String name) throws IOException {
    assertThat(write(name, comparison())).isEqualTo(write(name, comparison()));
  }

  @ParameterizedTest
  @MethodSource("names")
  void tenThousandRowsAreWritten(String name) throws IOException {
    List<Entry> before = new ArrayList<>();
    List<Entry> after = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      before.add(time("org.example.Large.benchmark" + i, 10));
      after.add(Entry.failed(key("org.example.Large.benchmark" + i), "a cause " + i));
    }
    String text = write(name, compare(run("base", before), run("head", after)));

    switch (name) {
      case "markdown" ->
          assertThat(text)
              .hasSizeLessThan(65_536)
              .contains("more rows do not fit in a comment")
              .endsWith("</details>\n");
      case "github" ->
          assertThat(text.lines().filter(line -> line.startsWith("::error")))
              .hasSize(10)
              .last()
              .asString()
              .endsWith("::and 9991 more; the other formats name all");
      case "csv" -> assertThat(text.split("\r\n")).hasSize(10_001);
      case "json" -> assertThat(json(text).path("rows").size()).isEqualTo(10_000);
      case "sarif" ->
          assertThat(json(text).path("runs").path(0).path("results").size()).isEqualTo(10_000);
      case "junit" -> assertThat(text).contains("tests=\"10001\" failures=\"10000\"");
      default -> assertThat(json(text).isArray()).isTrue();
    }
  }

  @Test
  void aWorkflowCommandIsALineWhateverTheNames() throws IOException {
    String text = write("github", hostile());

    assertThat(text.lines()).hasSize(2).allMatch(line -> line.matches("::(notice|error) title=.*"));
    assertThat(text).contains("%0D%0A%3A%3Aerror").doesNotContain("\u001b");
  }

  @Test
  void xmlIsWellFormedWhateverTheNames() throws Exception {
    Document document = xml(write("junit", hostile()));

    Element testCase = (Element) document.getElementsByTagName("testcase").item(0);
    assertThat(testCase.getAttribute("name")).contains("::error::x").contains("]]>&|`");
    assertThat(((Element) document.getElementsByTagName("failure").item(0)).getAttribute("message"))
        .contains("\uFFFD[2J");
  }

  @Test
  void csvFieldsHoldTheirNames() throws IOException {
    List<List<String>> lines = Csv.read(write("csv", hostile()));

    assertThat(lines).hasSize(2).allMatch(line -> line.size() == lines.get(0).size());
    assertThat(lines.get(1).get(0)).isEqualTo("'=a.B" + HOSTILE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"})
  void noTextOfACsvIsAFormula(String name) throws IOException {
    Run run = run("r", List.of(time("a.B.c", 1)));
    Entry failed = Entry.failed(new BenchmarkKey(name, "avgt", 1, Map.of()), "x");

    List<String> line = Csv.read(write("csv", compare(run, run("s", List.of(failed))))).get(1);

    assertThat(line.get(0)).isEqualTo("'" + name);
  }

  @Test
  void markdownOfHostileNamesHasTheCellsOfItsTableAndMentionsNobody() throws IOException {
    String text = write("markdown", hostile());

    assertThat(text.lines().filter(line -> line.startsWith("| `")))
        .isNotEmpty()
        .allMatch(line -> cells(line) == 10);
    assertThat(text.replace("\\`", "").replaceAll("`` .*? ``", "").replaceAll("`[^`]*`", ""))
        .doesNotContain("@someone")
        .doesNotContain("#1 ")
        .doesNotContain("http://evil");
    assertThat(text.indexOf(MarkdownFormat.MARKER)).isZero();
  }

  @Test
  void jsonAndSarifReadBackWhateverTheNames() throws IOException {
    assertThat(json(write("json", hostile())).path("rows").path(0).path("state").asString())
        .isEqualTo("newly_failing");
    JsonNode result = json(write("sarif", hostile())).path("runs").path(0).path("results").path(0);
    assertThat(result.path("level").asString()).isEqualTo("error");
    String uri =
        result
            .path("locations")
            .path(0)
            .path("physicalLocation")
            .path("artifactLocation")
            .path("uri")
            .asString();
    assertThat(java.net.URI.create(uri).isAbsolute()).isFalse();
  }

  @Test
  void randomNamesBreakNoFormat() throws Exception {
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      StringBuilder name = new StringBuilder("a.B.");
      for (int j = 0; j < 20; j++) {
        name.append(
            (char) (random.nextInt(4) == 0 ? random.nextInt(0x10000) : random.nextInt(128)));
      }
      Entry failed =
          Entry.failed(new BenchmarkKey(name.toString(), "avgt", 1, Map.of()), name.toString());
      Comparison comparison =
          compare(run("base", List.of(time("a.B.c", 1))), run("head", List.of(failed)));

      xml(write("junit", comparison));
      json(write("sarif", comparison));
      assertThat(Csv.read(write("csv", comparison))).hasSize(3);
      assertThat(write("github", comparison).split("\n")).allMatch(line -> line.startsWith("::"));
      assertThat(write("markdown", comparison).lines().filter(line -> line.startsWith("| `")))
          .allMatch(line -> cells(line) == 10);
    }
  }

  @Test
  void eachDirectionHasItsOwnFileForTheBenchmarkAction() throws IOException {
    Run run =
        run(
            "r",
            List.of(
                time("a.B.time", 2, 4),
                Samples.entry("a.B.rate", "thrpt", 1, Map.of(), "ops/s", 5)));
    Comparison comparison = compare(run, run);

    JsonNode smaller = json(write("github-action-benchmark-smaller", comparison));
    JsonNode bigger = json(write("github-action-benchmark-bigger", comparison));

    assertThat(smaller.findValuesAsString("name")).containsExactly("a.B.time avgt");
    assertThat(smaller.path(0).path("value").asDouble()).isEqualTo(3);
    assertThat(smaller.path(0).path("range").asString()).isEqualTo("± 1.000");
    assertThat(bigger.findValuesAsString("name")).containsExactly("a.B.rate thrpt");
  }

  @Test
  void theNameOfAShareTellsWhichWayIsGood() throws IOException {
    double[] forks = around(10, 8);
    Run run =
        run(
            "r",
            List.of(
                timeAnd("a.B.c", forks, "gpu.utilization", "%", forks),
                timeAnd("a.B.d", forks, "cache.miss", "%", forks)));
    Comparison comparison = compare(run, run);

    assertThat(json(write("json", comparison)).path("rows").findValuesAsString("better"))
        .containsExactlyInAnyOrder("lower", "higher", "lower", "lower");
    assertThat(json(write("github-action-benchmark-bigger", comparison)).findValuesAsString("name"))
        .containsExactly("a.B.c avgt, gpu.utilization");
    assertThat(
            json(write("github-action-benchmark-smaller", comparison)).findValuesAsString("name"))
        .containsExactlyInAnyOrder("a.B.c avgt", "a.B.d avgt", "a.B.d avgt, cache.miss");
  }

  @Test
  void rulersAreNotForTheBenchmarkAction() throws IOException {
    Run run =
        run("r", List.of(time("a.B.c", 2), time("org.calque.launcher.ruler.Ruler.compute", 3)));

    JsonNode smaller = json(write("github-action-benchmark-smaller", compare(run, run)));

    assertThat(smaller.findValuesAsString("name")).containsExactly("a.B.c avgt");
  }

  @Test
  void whatIsNotComparableIsToldWhereNothingElseIs() throws Exception {
    Run base = run("base", List.of(time("a.B.c", around(10, 8))));
    Entry other = Samples.entry("a.B.c", "avgt", 1, Map.of(), "ms/op", around(10, 8));
    Comparison comparison = compare(base, run("head", List.of(other)));

    Document junit = xml(write("junit", comparison));
    Element suite = (Element) junit.getElementsByTagName("testsuite").item(0);
    assertThat(suite.getAttribute("tests")).isEqualTo("2");
    assertThat(suite.getAttribute("errors")).isEqualTo("1");
    assertThat(suite.getAttribute("skipped")).isEqualTo("1");
    assertThat(((Element) junit.getElementsByTagName("error").item(0)).getAttribute("message"))
        .startsWith("nothing was compared");
    assertThat(((Element) junit.getElementsByTagName("skipped").item(0)).getAttribute("message"))
        .isEqualTo("not comparable: unit us/op and ms/op");
    List<List<String>> csv = Csv.read(write("csv", comparison));
    assertThat(csv).hasSize(2).allMatch(line -> line.size() == csv.get(0).size());
    assertThat(csv.get(1))
        .startsWith("a.B.c avgt")
        .endsWith("not_comparable", "false", "unit us/op and ms/op");
    JsonNode invocation =
        json(write("sarif", comparison)).path("runs").path(0).path("invocations").path(0);
    assertThat(invocation.path("toolExecutionNotifications").findValuesAsString("text"))
        .hasSize(2)
        .contains("a.B.c avgt is not comparable: unit us/op and ms/op");
  }

  /** Cells between pipes that are not escaped. */
  private static long cells(String line) {
    return line.replaceAll("\\\\.", "").chars().filter(c -> c == '|').count() - 1;
  }

  private static Comparison comparison() {
    List<Entry> before =
        List.of(
            time("org.example.Mlp.step", around(10, 8)),
            time("org.example.Mlp.forward", around(10, 8)),
            time("org.example.Mlp.loss", around(10, 8)),
            time("org.example.Mlp.backward", around(7, 8)),
            time("org.example.Mlp.old", 1));
    List<Entry> after =
        List.of(
            time("org.example.Mlp.step", around(13, 8)),
            time("org.example.Mlp.forward", around(8, 8)),
            time("org.example.Mlp.loss", around(10, 8)),
            Entry.failed(key("org.example.Mlp.backward"), "aten::foo is not bound"),
            Samples.entry("org.example.Mlp.new", "thrpt", 2, Map.of("batch", "8"), "ops/s", 5));
    return compare(run("base", before), run("head", after));
  }

  private static Comparison hostile() {
    String name = "=a.B" + HOSTILE;
    Entry failed = Entry.failed(new BenchmarkKey(name, "avgt", 1, Map.of("p", HOSTILE)), HOSTILE);
    return compare(run("base", List.of()), run("head", List.of(failed)));
  }

  private static Run run(String id, List<Entry> entries) {
    Run run = Samples.run(entries.toArray(Entry[]::new));
    return new Run(
        run.formatVersion(),
        id,
        null,
        null,
        run.arguments(),
        run.machine(),
        run.software(),
        run.workloads(),
        run.entries());
  }

  private static Comparison compare(Run base, Run head) {
    return Comparison.of(base, head, Criteria.DEFAULT);
  }

  private static String write(String name, Comparison comparison) throws IOException {
    StringBuilder text = new StringBuilder();
    Formats.BY_NAME.get(name).write(comparison, text);
    return text.toString();
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text);
  }

  private static Document xml(String text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text)));
  }

  private static String golden(String name) throws IOException {
    try (InputStream in = FormatsTest.class.getResourceAsStream("/format/" + name + ".txt")) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
