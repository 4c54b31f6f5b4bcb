package org.calque.results.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.results.Samples.around;
import static org.calque.results.Samples.run;
import static org.calque.results.Samples.time;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.calque.results.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The exit code and the text as the caller of the process sees them. */
final class ForkedProcessTest {
  private static final List<String> UTF_8 =
      List.of("-Dsun.stdout.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-Dfile.encoding=UTF-8");
  private static final List<String> US_ASCII =
      List.of(
          "-Dsun.stdout.encoding=US-ASCII",
          "-Dstdout.encoding=US-ASCII",
          "-Dfile.encoding=US-ASCII");

  @TempDir Path folder;
  private Path base;
  private Path head;

  @BeforeEach
  void twoRuns() {
    base = Samples.save(run(time("a.B.c", around(10, 6))), folder.resolve("base.json"));
    head = Samples.save(run(time("a.B.c", around(11, 6))), folder.resolve("head.json"));
  }

  @Test
  void aRegressionEndsTheProcessWithOne() throws Exception {
    Shell shell = results(UTF_8, "diff", base, head);

    assertThat(shell.code()).isEqualTo(1);
    assertThat(shell.out()).contains("10.00 ± 1%").contains("regressed");
    assertThat(shell.err()).isEmpty();
  }

  @Test
  void noRegressionEndsItWithZero() throws Exception {
    assertThat(results(UTF_8, "diff", head, base).code()).isZero();
  }

  @Test
  void aBadFileEndsItWithTwoAndOneLine() throws Exception {
    Shell shell = results(UTF_8, "diff", base, folder.resolve("none.json"));

    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.out()).isEmpty();
    assertThat(shell.err()).contains("there is no file").hasLineCount(1);
  }

  @Test
  void aTerminalWithoutTheSignsGetsAscii() throws Exception {
    Shell shell = results(US_ASCII, "diff", base, head);

    assertThat(shell.out()).contains("10.00 +- 1%").isASCII();
  }

  private Shell results(List<String> jvmArgs, Object... args) throws Exception {
    List<String> jvm = new ArrayList<>(jvmArgs);
    jvm.addAll(
        List.of("-cp", System.getProperty("java.class.path"), ResultsCommand.class.getName()));
    return Program.java(folder, jvm, args);
  }
}
