package org.calque.results.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.calque.results.Entry;
import org.calque.results.Metric;
import org.calque.results.Run;
import org.calque.results.RunFormat;
import org.calque.results.Status;
import org.calque.results.ab.StandInJar;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With jars that answer JMH's command line at once; each slot is a process. */
final class AbCommandTest {
  @TempDir Path folder;
  private Path base;
  private Path out;

  @BeforeEach
  void aBase() throws IOException {
    base = StandInJar.write(folder.resolve("base.jar"), "a.B.slow 10", "a.B.same 20");
    out = folder.resolve("out");
  }

  @Test
  void aSlowerJarIsOneAndBothRunsAreKeptWithAllForks() throws IOException {
    Path head = StandInJar.write(folder.resolve("head.jar"), "a.B.slow 11", "a.B.same 20");

    Shell shell = Shell.run("ab", "--out", out, "--", base, head, "-f", "5", "-wi", "1");

    assertThat(shell.code()).isEqualTo(1);
    assertThat(shell.out()).contains("B.slow").contains("1 regressed, 1 unchanged");
    assertThat(shell.err())
        .contains("each jar gets 5 forks")
        .contains("no ruler rides along: the jars have none")
        .contains("slot 10 of 10, head: ");
    Run kept = RunFormat.read(out.resolve("head.run.json"));
    assertThat(kept.finished()).isNotNull();
    assertThat(kept.machine().osName()).isNotNull();
    assertThat(kept.arguments()).containsExactly("-wi", "1");
    assertThat(kept.software().libraries().get(0).origin())
        .matches("\\Q" + head + "\\E, SHA-256 [0-9a-f]{64}");
    assertThat(Metric.of(kept.entries().get(0)).get(0).sample().forks()).isEqualTo(5);
    assertThat(Shell.run("diff", out.resolve("base.run.json"), out.resolve("head.run.json")).code())
        .isEqualTo(1);
  }

  @Test
  void aBenchmarkThatFailsInHeadOnlyIsNewlyFailing() throws IOException {
    Path head = StandInJar.write(folder.resolve("head.jar"), "a.B.slow fails", "a.B.new 1");

    Shell shell = Shell.run("ab", "--out", out, base, head, "-f", "1");

    assertThat(shell.code()).isEqualTo(1);
    assertThat(shell.out())
        .contains("newly failing: java.lang.IllegalStateException: told to fail")
        .contains("1 added, 1 removed, 1 newly failing");
    assertThat(RunFormat.read(out.resolve("head.run.json")).entries())
        .extracting(Entry::status)
        .containsExactlyInAnyOrder(Status.FAILED, Status.OK);
  }

  @Test
  void theSameJarTwiceIsSaidToBeAnAa() {
    Shell shell = Shell.run("ab", "--out", out, base, base, "-f", "1");

    assertThat(shell.err()).contains("an A/A, where every difference is chance");
    assertThat(shell.code()).isNotEqualTo(1);
  }

  @Test
  void whereNothingWorksTheCauseIsOneLineAndTheRestIsNotTried() throws IOException {
    Shell shell = Shell.run("ab", "--out", out, base, base, "Broken", "-f", "9");

    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err().lines().reduce((a, b) -> b).orElse(""))
        .startsWith("results ab: neither jar gave a result: it is broken; see the logs in ");
    try (Stream<Path> logs = Files.list(out.resolve("slots"))) {
      assertThat(logs).hasSize(2);
    }
  }

  @Test
  void anExperimentGoesOnWhereItStopped() throws IOException {
    Shell.run("ab", "--out", out, base, base, "-f", "2");
    Path manifest = out.resolve("ab.json");
    // As if it had been stopped: the number of forks is more than there are outcomes for.
    Files.writeString(
        manifest, Files.readString(manifest).replace("\"forks\" : 2", "\"forks\" : 3"));

    Shell shell = Shell.run("ab", "--resume", out);

    assertThat(shell.err())
        .contains("4 slots are there already")
        .contains("slot 5 of 6, base: ")
        .contains("slot 6 of 6, head: ")
        .doesNotContain("slot 4 of 6");
    Run kept = RunFormat.read(out.resolve("base.run.json"));
    assertThat(Metric.of(kept.entries().get(0)).get(0).sample().forks()).isEqualTo(3);
  }

  @Test
  void anotherJarOfThatNameDoesNotGoOn() throws IOException {
    Shell.run("ab", "--out", out, base, base, "-f", "1");
    StandInJar.write(base, "a.B.slow 12");

    Shell shell = Shell.run("ab", "--resume", out);

    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err())
        .contains("is not the jar any more that the experiment began with")
        .hasLineCount(1);
  }

  @Test
  void wrongUsageIsTwoAndOneLine() throws IOException {
    Path text = Files.writeString(folder.resolve("x.jar"), "no jar");

    assertUnusable("name two jars", base);
    assertUnusable("the option -rff has no place here", base, base, "-rff", "x");
    assertUnusable("there is no file", base, folder.resolve("none.jar"));
    assertUnusable("x.jar is no jar", base, text);
    assertUnusable("there is no format 'xml'", "--format", "xml", base, base);
    assertUnusable("is no program that can be run", "--jvm", folder.resolve("java"), base, base);
    assertThat(out).doesNotExist();
  }

  @Test
  void anInterruptedSlotEndsTheExperimentWithoutATrace() throws IOException {
    Path java = script("exit 130");

    Shell shell = Shell.run("ab", "--out", out, "--jvm", java, base, base, "-f", "1");

    assertThat(shell.code()).isEqualTo(130);
    assertThat(shell.err())
        .contains("ab: stopped; 0 slots are kept in " + out + "; go on with ab --resume " + out)
        .doesNotContain("Exception");
  }

  @Test
  void afterAnErrorNothingIsSaidOfAStop() throws Exception {
    // Takes the jar of the second slot away.
    Path java = script("rm " + base);
    List<String> jvm =
        List.of("-cp", System.getProperty("java.class.path"), ResultsCommand.class.getName());

    Shell shell =
        Program.java(folder, jvm, "ab", "--out", out, "--jvm", java, base, base, "-f", "1");

    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err()).contains("results ab: there is no file").doesNotContain("ab: stopped");
  }

  /** A program in the place of java. */
  private Path script(String line) throws IOException {
    Path file = folder.resolve("java");
    Files.writeString(file, "#!/bin/sh\n" + line + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void withPlainJarsTheMachineIsKnownAndTheRunsBeginWithTheExperiment() throws IOException {
    Shell shell = Shell.run("ab", "--out", out, base, base, "-f", "2");

    assertThat(shell.out() + shell.err()).doesNotContain("is unknown");
    String manifest = Files.readString(out.resolve("ab.json"));
    for (String arm : List.of("base", "head")) {
      Run kept = RunFormat.read(out.resolve(arm + ".run.json"));
      assertThat(manifest).contains("\"" + kept.started() + "\"");
    }
  }

  @Test
  void anExperimentWithoutABaseIsOneLine() throws IOException {
    Shell.run("ab", "--out", out, base, base, "-f", "1");
    Path manifest = out.resolve("ab.json");
    Files.writeString(manifest, Files.readString(manifest).replace("\"base\"", "\"bass\""));

    Shell shell = Shell.run("ab", "--resume", out);

    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err()).contains("ab.json is not the file of an experiment").hasLineCount(1);
  }

  @Test
  void aFolderInUseIsNotWrittenTo() throws IOException {
    Files.createDirectories(out);
    Files.writeString(out.resolve("mine"), "");

    assertUnusable("is not empty; name a new folder", base, base);
  }

  private void assertUnusable(String message, Object... arguments) {
    Object[] all = new Object[3 + arguments.length];
    all[0] = "ab";
    all[1] = "--out";
    all[2] = out;
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    Shell shell = Shell.run(all);
    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err()).contains(message).hasLineCount(1);
  }
}
