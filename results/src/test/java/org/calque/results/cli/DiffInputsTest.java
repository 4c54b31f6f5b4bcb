package org.calque.results.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.results.Samples.around;
import static org.calque.results.Samples.run;
import static org.calque.results.Samples.time;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.calque.results.Run;
import org.calque.results.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which runs a command line compares. */
final class DiffInputsTest {
  @TempDir Path folder;
  private Path a;
  private Path b;
  private Path c;

  @BeforeEach
  void threeFilesOfTwoForks() {
    a = save(run(time("a.B.c", 10, 10.1)), "a.json");
    b = save(run(time("a.B.c", 10.2, 10.3)), "b.json");
    c = save(run(time("a.B.c", around(12, 4))), "c.json");
  }

  @Test
  void repetitionsAreFurtherForks() {
    Shell shell = Shell.run("diff", "--base", a, "--base", b, "--head", c);

    assertThat(shell.out()).contains("4+4  regressed");
    assertThat(shell.code()).isEqualTo(1);
  }

  @Test
  void runsWithoutAnOptionAreOfTheOtherSide() {
    assertThat(Shell.run("diff", "--base", a, "--base", b, c).out()).contains("4+4  regressed");
    assertThat(Shell.run("diff", "--head", c, a, b).out()).contains("4+4  regressed");
  }

  @Test
  void aBaselineIsAFileOfThatNameOrAllOfAFolder() throws IOException {
    Path baselines = folder.resolve("baselines");
    Files.createDirectories(baselines.resolve("several"));
    Files.copy(a, baselines.resolve("several").resolve("1.json"));
    Files.copy(b, baselines.resolve("several").resolve("2.json"));
    Files.copy(c, baselines.resolve("main.json"));

    assertThat(Shell.run("diff", "--baseline", "several", "--baselines", baselines, c).out())
        .contains("4+4  regressed");
    assertThat(Shell.run("diff", "--baseline", "main", "--baselines", baselines, c).code())
        .isZero();
  }

  @Test
  void aRunIsKeptAsABaseline() {
    Path baselines = folder.resolve("baselines");

    Shell kept = Shell.run("baseline", "main", a, b, "--baselines", baselines);

    assertThat(kept.code()).isZero();
    assertThat(kept.out()).contains("main.run.json: 1 benchmarks of ");
    assertThat(Shell.run("diff", "--baseline", "main", "--baselines", baselines, c).out())
        .contains("4+4  regressed");
  }

  @Test
  void aBaselineThatIsNotThere() {
    refused(
        Shell.run("diff", "--baseline", "main", "--baselines", folder, a),
        "no baseline 'main' in "
            + folder
            + ": write one with 'baseline main RUN', or name the folder with --baselines");
    refused(
        Shell.run("diff", "--baseline", "../x", "--baselines", folder, a),
        "'../x' cannot name a baseline; use letters, digits, '.', '_' and '-'");
  }

  @Test
  void aRunThatIsGivenTwice() {
    refused(
        Shell.run("diff", "--base", a, "--base", folder.resolve("./a.json"), c),
        folder.resolve("./a.json") + " is given twice for base; a run counts once");
  }

  @Test
  void runsWithoutASide() {
    refused(
        Shell.run("diff", a, b, c),
        "3 runs without a side: give repetitions with --base RUN and --head RUN (see --help)");
    refused(
        Shell.run("diff", "--base", a, "--head", b, c),
        "'" + c + "' has no side: give it with --base or --head (see --help)");
    refused(Shell.run("diff"), "Missing required parameter: 'BASE' (see --help)");
    refused(Shell.run("diff", "--base", a), "Missing required parameter: 'HEAD' (see --help)");
  }

  @Test
  void aFileThatWasCutOff() throws IOException {
    String whole = Files.readString(Samples.jmhFile("thrpt-4-forks"));
    Path cut = Files.writeString(folder.resolve("cut.json"), whole.substring(0, 400));

    Shell shell = Shell.run("diff", a, cut);

    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err())
        .startsWith("results diff: " + cut + ": not valid JSON at line ")
        .hasLineCount(1);
  }

  @Test
  void aFormatOfTheFuture() throws IOException {
    String text =
        Files.readString(a).replaceFirst("\"formatVersion\" : \\d+", "\"formatVersion\" : 99");
    Path future = Files.writeString(folder.resolve("future.json"), text);

    Shell shell = Shell.run("diff", future, c);

    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err()).contains("written in format 99").hasLineCount(1);
  }

  @Test
  void oldAndNewFormatsAreComparedTogether() throws IOException {
    String old =
        Files.readString(c).replaceFirst("\"formatVersion\" : \\d+", "\"formatVersion\" : 2");
    Path file = Files.writeString(folder.resolve("old.json"), old);

    assertThat(Shell.run("diff", file, c).code()).isZero();
  }

  @Test
  void aRunWithoutBenchmarksIsNothingToCompare() throws IOException {
    Path none = Files.writeString(folder.resolve("none.json"), "[]");

    Shell shell = Shell.run("diff", none, none);

    assertThat(shell.code()).isEqualTo(3);
    assertThat(shell.out())
        .endsWith(
            "incomplete: no rows; nothing was compared: no benchmark has a comparable result in"
                + " both runs (exit 3: incomplete)\n");
  }

  @Test
  void aForkThatIsNoNumberDoesNotCount() throws IOException {
    String text =
        Files.readString(Samples.jmhFile("thrpt-4-forks"))
            .replaceFirst("(?s)(\"rawData\" : \\[\\s*\\[)[^\\]]*\\]", "$1 \"NaN\" ]");
    Path odd = Files.writeString(folder.resolve("odd.json"), text);

    Shell shell = Shell.run("diff", odd, Samples.jmhFile("thrpt-4-forks"));

    assertThat(shell.err()).isEmpty();
    assertThat(shell.out()).contains("3+4").contains("3+4 forks, 4+4 needed");
  }

  private static void refused(Shell shell, String line) {
    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.out()).isEmpty();
    assertThat(shell.err().strip()).isEqualTo("results diff: " + line);
  }

  private Path save(Run run, String name) {
    return Samples.save(run, folder.resolve(name));
  }
}
