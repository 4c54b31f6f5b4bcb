package org.calque.results.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.RunStore;
import org.calque.results.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class HistoryCommandTest {
  @TempDir Path folder;

  @BeforeEach
  void twelveRunsOfWhichTheSeventhIsSlower() throws IOException {
    for (int i = 0; i < 12; i++) {
      save(
          i,
          Samples.time("org.example.Mlp.step", i < 6 ? 41 : 47),
          Samples.time("org.example.Mlp.loss", 7),
          i == 11
              ? Entry.failed(Samples.key("org.example.Mlp.forward"), "aten::foo is not bound")
              : Samples.time("org.example.Mlp.forward", 10));
    }
  }

  @Test
  void whatMovedOrFailedIsShownWithEachMove() {
    assertThat(history("--ascii").out())
        .isEqualTo(
            """
            12 runs in %s

            benchmark    mode  runs  history        last  unit
            Mlp.step     avgt    12  111111888888  47.00  us/op
                worse from run-06 (2026-10-07 06:00 UTC): 41.00 -> 47.00 us/op, +14.6%%, p 0.004
            Mlp.forward  avgt    11  11111111111x  10.00  us/op  1 without a result, the last: failed: aten::foo is not bound

            3 series: 1 moved, 2 did not, 0 with fewer than the 10 results that a move needs to show
            --all shows those that neither moved nor failed, too.
            A move counts from 3%% of the median (e-divisive over the medians of fork means, p <= 0.01 for each series: of 100 that stay, one may show).
            x: no result.
            """
                .formatted(folder));
  }

  @Test
  void allShowsTheOthersToo() {
    assertThat(history("--all", "--ascii").out())
        .contains("Mlp.loss     avgt    12  111111111111")
        .doesNotContain("--all");
  }

  @Test
  void aPatternChoosesBenchmarks() {
    assertThat(history("loss|forward").out()).contains("2 series: 0 moved, 2 did not");
    assertThat(history("nothing").out()).contains("0 series");
  }

  @Test
  void tooFewRunsAreSaid() {
    assertThat(Shell.run("history", folder.resolve("run-00.run.json")).out())
        .startsWith("1 run in the files given\n")
        .contains(
            "3 series: 0 moved, 0 did not, 3 with fewer than the 10 results that a move needs to"
                + " show (the longest has 1)");
  }

  @Test
  void rulersAreLeftOutAndCounted() throws IOException {
    save(12, Samples.time("org.calque.launcher.ruler.Ruler.compute", 1));

    assertThat(history("--all").out())
        .doesNotContain("Ruler")
        .contains("3 series: 1 moved, 2 did not")
        .contains("results that a move needs to show; 1 of rulers left out\n");
    assertThat(history("--format", "json").out())
        .doesNotContain("Ruler")
        .contains("\"rulersLeftOut\" : 1");
  }

  @Test
  void damagedFilesAreNamedAndCounted() throws IOException {
    Files.writeString(folder.resolve("run-13.run.json"), "{");

    Shell shell = history();

    assertThat(shell.code()).isZero();
    assertThat(shell.out())
        .contains("unreadable: " + folder.resolve("run-13.run.json") + ": not valid JSON")
        .contains("; 1 file unreadable");
  }

  @Test
  void nothingButDamagedFilesIsAnError() throws IOException {
    Path bad = Files.writeString(folder.resolve("bad.json"), "{");

    Shell shell = Shell.run("history", bad);

    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err())
        .contains("none of the 1 runs in the files given can be read")
        .hasLineCount(1);
  }

  @Test
  void anEmptyFolderHasNoSeries() {
    assertThat(Shell.run("history", "--store", folder.resolve("none")).out())
        .startsWith("0 runs in ")
        .contains("0 series");
  }

  @Test
  void jsonHasItAll() {
    JsonNode root = JsonMapper.shared().readTree(history("--format", "json").out());

    JsonNode step = root.path("series").path(0);
    assertThat(root.path("runs")).hasSize(12);
    assertThat(root.path("series")).hasSize(3);
    assertThat(step.path("benchmark").asString()).isEqualTo("org.example.Mlp.step");
    assertThat(step.path("better").asString()).isEqualTo("lower");
    assertThat(step.path("points")).hasSize(12);
    assertThat(step.path("shifts").path(0).path("run").asString()).isEqualTo("run-06");
    assertThat(step.path("shifts").path(0).path("verdict").asString()).isEqualTo("worse");
    assertThat(root.findValues("failure").toString()).contains("aten::foo is not bound");
  }

  @Test
  void wrongWordsAreOneLine() {
    assertThat(history("a", "b").err()).contains("'b' is a second pattern").hasLineCount(1);
    assertThat(history("a(").err()).contains("'a(' is no regular expression").hasLineCount(1);
    assertThat(history("--format", "xml").err()).contains("xml").hasLineCount(1);
    assertThat(history("a(").code()).isEqualTo(2);
  }

  @Test
  void aFileThatIsMissingAndAFolderAreOneLine() {
    assertThat(history("nosuch.jsonl").err())
        .contains("there is no file nosuch.jsonl")
        .hasLineCount(1);
    assertThat(history(folder.resolve("nosuch")).err())
        .contains("there is no file " + folder.resolve("nosuch"))
        .hasLineCount(1);
    assertThat(history(folder).err())
        .isEqualTo(
            "results history: '%s' is a folder; for its runs write --store %s, for a pattern (%s)%n"
                .formatted(folder, folder, folder));
  }

  private Shell history(Object... words) {
    Object[] all = new Object[words.length + 3];
    all[0] = "history";
    all[1] = "--store";
    all[2] = folder;
    System.arraycopy(words, 0, all, 3, words.length);
    return Shell.run(all);
  }

  private void save(int i, Entry... entries) throws IOException {
    Run run = Samples.run(entries);
    Instant start = Instant.parse("2026-10-01T06:00:00Z").plusSeconds(86_400L * i);
    new RunStore(folder)
        .save(
            new Run(
                run.formatVersion(),
                "run-%02d".formatted(i),
                start,
                start.plusSeconds(60),
                run.arguments(),
                run.machine(),
                run.software(),
                run.workloads(),
                run.entries()));
  }
}
