package org.calque.results.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.calque.results.Run;
import org.calque.results.RunStore;
import org.calque.results.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is not right is one line on standard error and exit code 2, never a stack trace. */
final class UnusableInputTest {
  @TempDir Path folder;

  @Test
  void noCommand() {
    refused(Shell.run(), "results: Missing required subcommand (see --help)");
  }

  @Test
  void anUnknownCommandOrOption() {
    refused(Shell.run("dif"), "results: Unmatched argument at index 0: 'dif' (see --help)");
    refused(Shell.run("list", "--al"), "results list: Unknown option: '--al' (see --help)");
  }

  @Test
  void aMissingRun() {
    refused(
        Shell.run("diff", "a"), "results diff: Missing required parameter: 'HEAD' (see --help)");
  }

  @Test
  void aRunThatIsNotThere() {
    refused(
        Shell.run("diff", "a", "b", "--store", folder),
        "results diff: no run 'a' in " + folder + " (0 runs there)");
    refused(
        Shell.run("show", folder.resolve("a.json")),
        "results show: there is no file " + folder.resolve("a.json"));
  }

  @Test
  void aBeginningOfSeveralRuns() throws IOException {
    RunStore store = new RunStore(folder);
    store.save(Samples.run());
    store.save(Samples.run());

    Shell shell = Shell.run("show", "2", "--store", folder);

    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err()).contains("'2' is the beginning of 2 runs").hasLineCount(1);
  }

  @Test
  void aFileThatIsNoRun() throws IOException {
    Path good = Samples.save(Samples.run(), folder.resolve("good.json"));
    Path bad = Files.writeString(folder.resolve("bad.json"), "{ \"a\": ");

    Shell shell = Shell.run("diff", good, bad);

    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.out()).isEmpty();
    assertThat(shell.err())
        .startsWith("results diff: " + bad + ": not valid JSON at line 1")
        .hasLineCount(1);
  }

  @Test
  void aFileThatJmhNeverWrote() {
    Path empty = Samples.jmhFile("stopped-at-failure");

    Shell shell = Shell.run("diff", empty, empty);

    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err()).contains(empty + ": the file is empty").hasLineCount(1);
  }

  @Test
  void aFolderInPlaceOfAFile() {
    refused(
        Shell.run("show", folder),
        "results show: "
            + folder
            + " is a folder; name a file in it, or a run with --store "
            + folder);
  }

  @Test
  void aTextThatIsNoPathEither() {
    refused(Shell.run("show", "a\0b"), "results show: 'a?b' is neither a run nor a file");
  }

  @Test
  void aRunThatHasABenchmarkTwice() throws IOException {
    String once = Files.readString(Samples.jmhFile("thrpt-4-forks")).strip();
    String record = once.substring(1, once.length() - 1);
    Path twice = Files.writeString(folder.resolve("a.json"), "[" + record + "," + record + "]");

    refused(
        Shell.run("show", twice),
        "results show: " + twice + ": the benchmark fix.Plain.log thrpt is there twice");
  }

  @Test
  void aDamagedRunDoesNotHideTheOthersInTheList() throws IOException {
    Run good = Samples.run(Samples.time("a.B.c", 1));
    new RunStore(folder).save(good);
    Files.writeString(folder.resolve("20260101.run.json"), "{");

    Shell shell = Shell.run("list", "--store", folder);

    assertThat(shell.code()).isZero();
    assertThat(shell.out()).contains("20260101").contains("unreadable: ").contains(good.id());
  }

  private static void refused(Shell shell, String line) {
    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.out()).isEmpty();
    assertThat(shell.err().strip()).isEqualTo(line);
  }
}
