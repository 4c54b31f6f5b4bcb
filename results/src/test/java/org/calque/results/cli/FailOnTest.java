package org.calque.results.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.results.Samples.around;
import static org.calque.results.Samples.key;
import static org.calque.results.Samples.run;
import static org.calque.results.Samples.time;

import java.nio.file.Path;
import java.util.List;
import org.calque.results.Entry;
import org.calque.results.NativeLibrary;
import org.calque.results.Run;
import org.calque.results.Samples;
import org.calque.results.Software;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which exit code a comparison has. */
final class FailOnTest {
  @TempDir Path folder;
  private final Run base = run(time("a.B.c", around(10, 6)), time("a.B.d", around(10, 6)));
  private final Run worse = run(time("a.B.c", around(12, 6)), time("a.B.d", around(10, 6)));

  @Test
  void whatIsWorseGoesBeforeWhatIsNotKnown() {
    Run both = run(time("a.B.c", around(12, 6)), Entry.failed(key("a.B.d"), "x"));

    assertThat(code(base, both)).isEqualTo(1);
    assertThat(code(base, both, "--fail-on", "incomplete")).isEqualTo(3);
    assertThat(code(base, both, "--fail-on", "failing")).isEqualTo(1);
  }

  @Test
  void neverIsZeroWhateverIsFound() {
    assertThat(code(base, worse, "--fail-on", "never")).isZero();
    assertThat(code(base, run(Entry.failed(key("a.B.c"), "x")), "--fail-on", "never")).isZero();
  }

  @Test
  void aRegressionThatNobodyAskedForIsZero() {
    assertThat(code(base, worse)).isEqualTo(1);
    assertThat(code(base, worse, "--fail-on", "failing,incomplete")).isZero();
  }

  @Test
  void aMissingBenchmarkIsThreeWhenAsked() {
    Run less = run(time("a.B.c", around(10, 6)));

    assertThat(code(base, less)).isZero();
    assertThat(code(base, less, "--fail-on=regression,missing")).isEqualTo(3);
  }

  @Test
  void anInconclusiveRowIsThreeWhenAsked() {
    Run noisy = run(time("a.B.c", 9, 10, 11, 9.5, 10.5, 12), time("a.B.d", around(10, 6)));

    assertThat(code(base, noisy)).isZero();
    assertThat(code(base, noisy, "--fail-on", "inconclusive")).isEqualTo(3);
  }

  @Test
  void anotherMachineIsThreeWhenAskedAndInTheVerdictAnyway() {
    Software software = base.software();
    Run elsewhere =
        run(time("a.B.c", around(10, 6)), time("a.B.d", around(10, 6)))
            .withSoftware(
                new Software(
                    software.calqueVersion(),
                    software.jvm(),
                    List.of(new NativeLibrary("LibTorch", "2.14.0", "x", "own")),
                    software.environment(),
                    software.checkout()));

    Shell shell = diff(base, elsewhere, "--fail-on", "machine");

    assertThat(code(base, elsewhere)).isZero();
    assertThat(shell.code()).isEqualTo(3);
    assertThat(shell.out())
        .endsWith(
            "no regression: 2 unchanged; base and head ran on different LibTorch versions (exit 3:"
                + " machine)\n");
  }

  @Test
  void aWordThatIsNone() {
    Shell shell = diff(base, worse, "--fail-on", "regression,slow");

    assertThat(shell.code()).isEqualTo(2);
    assertThat(shell.err())
        .contains(
            "'slow' is none of regression, failing, incomplete, inconclusive, missing, machine, or"
                + " 'never' alone")
        .hasLineCount(1);
  }

  private int code(Run before, Run after, Object... options) {
    return diff(before, after, options).code();
  }

  private Shell diff(Run before, Run after, Object... options) {
    Object[] args = new Object[3 + options.length];
    args[0] = "diff";
    args[1] = Samples.save(before, folder.resolve("base.json"));
    args[2] = Samples.save(after, folder.resolve("head.json"));
    System.arraycopy(options, 0, args, 3, options.length);
    return Shell.run(args);
  }
}
