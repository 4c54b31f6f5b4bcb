package org.calque.results.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.results.Samples.around;
import static org.calque.results.Samples.run;
import static org.calque.results.Samples.time;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FormatOptionsTest {
  @TempDir Path folder;
  private Path base;
  private Path head;

  @BeforeEach
  void aRegression() {
    base = Samples.save(run(time("a.B.c", around(10, 8))), folder.resolve("base.json"));
    head = Samples.save(run(time("a.B.c", around(13, 8))), folder.resolve("head.json"));
  }

  @Test
  void aFormatWithoutAFileTakesThePlaceOfTheText() {
    Shell shell = Shell.run("diff", base, head, "--format", "json");

    assertThat(shell.out()).startsWith("{\n  \"formatVersion\" : 1,").endsWith("}\n");
    assertThat(shell.code()).isEqualTo(1);
  }

  @Test
  void withFilesTheTextStaysOnTheTerminal() throws IOException {
    Path csv = folder.resolve("new/rows.csv");
    Path xml = folder.resolve("report.xml");

    Shell shell =
        Shell.run("diff", base, head, "--format", "csv=" + csv, "--format", "junit=" + xml);

    assertThat(shell.out()).contains("regressed").contains("worse: 1 regressed");
    assertThat(csv).content().startsWith("benchmark,mode,");
    assertThat(xml).content().contains("<failure type=\"regressed\"");
    assertThat(shell.code()).isEqualTo(1);
  }

  @Test
  void outputTakesTheFormatThatHasNoFile() throws IOException {
    Path file = folder.resolve("comment.md");

    Shell shell = Shell.run("diff", base, head, "--format", "markdown", "-o", file);

    assertThat(file).content().startsWith("<!-- calque-diff -->\n");
    assertThat(shell.out()).contains("worse: 1 regressed").doesNotContain("calque-diff");
  }

  @Test
  void wrongFormatsAreTwoAndOneLineBeforeAnyFileIsRead() {
    Path none = folder.resolve("none.json");

    assertUnusable("there is no format 'xml'; there are text, markdown,", none, "--format", "xml");
    assertUnusable(
        "the formats json and csv both go to standard output",
        none,
        "--format",
        "json",
        "--format",
        "csv");
    assertUnusable("two formats go to the file x", none, "--format", "json=x", "--format", "csv=x");
    assertUnusable("'' is no name of a file", none, "--format", "json=");
  }

  @Test
  void aFileThatCannotBeWrittenIsTwo() {
    assertUnusable("cannot write " + head + "/x", head, "--format", "json=" + head + "/x");
  }

  @Test
  void halvesOfCharactersInANameDoNotStopAFile() {
    Entry failed = Entry.failed(new BenchmarkKey("a.B.\uD800", "avgt", 1, Map.of()), "x");
    Path file = folder.resolve("x.csv");
    FormatOptions.save("a.B.\uD800" + failed.benchmark(), file);

    assertThat(file).content().isEqualTo("a.B.?a.B.?");
  }

  @Test
  void aRunIsExportedInOneDirection() throws IOException {
    Path file = folder.resolve("smaller.json");

    Shell shell =
        Shell.run("export", head, "--format", "github-action-benchmark-smaller", "-o", file);

    assertThat(shell.code()).isZero();
    assertThat(file).content().contains("\"name\" : \"a.B.c avgt\"");
    assertThat(Shell.run("export", head, "--format", "github-action-benchmark-bigger").out())
        .isEqualTo("[ ]\n");
    assertThat(Shell.run("export", head, "--format", "csv").err())
        .contains("there is no format 'csv' of a run")
        .hasLineCount(1);
  }

  private void assertUnusable(String message, Path judged, String... options) {
    Object[] all = new Object[3 + options.length];
    all[0] = "diff";
    all[1] = base;
    all[2] = judged;
    System.arraycopy(options, 0, all, 3, options.length);
    Shell shell = Shell.run(all);
    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err()).contains(message).hasLineCount(1);
  }
}
