package org.calque.results.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.RunStore;
import org.calque.results.Samples;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ListAndShowTest {
  @TempDir Path folder;

  @Test
  void theListCountsWhatRanAndWhatFailed() throws IOException {
    Run run = Samples.run(Samples.time("a.B.c", 1), Entry.failed(Samples.key("a.B.d"), "x"));
    new RunStore(folder).save(run);

    Shell shell = Shell.run("list", "--store", folder, "--ascii");

    assertThat(shell.code()).isZero();
    assertThat(shell.out().lines())
        .anyMatch(line -> line.matches(run.id() + "\\s+1\\s+1\\s+mlp\\s+AMD EPYC 7R13"));
  }

  @Test
  void anEmptyStoreSaysSo() {
    assertThat(Shell.run("list", "--store", folder).out()).isEqualTo("no runs in %s%n", folder);
  }

  @Test
  void aRunIsShownWithItsFactsAndFailures() {
    Run run =
        Samples.run(
            Samples.time("org.example.Mlp.step", 41.5, 42.5),
            Entry.failed(Samples.key("org.example.Mlp.loss"), "aten::foo is not bound"));

    Shell shell = Shell.run("show", Samples.save(run, folder.resolve("a.json")), "--ascii");

    assertThat(shell.code()).isZero();
    assertThat(shell.out())
        .isEqualTo(
            """
            run       %s
            started   %s
            finished  %s
            machine   bench1, AMD EPYC 7R13, 8 CPUs, 16.0 GiB, Linux 6.1.0 amd64
            JVM       OpenJDK 64-Bit Server VM 17.0.15+6 -Xmx2g
            Calque    0.1.0
            LibTorch  2.13.0, gcc 13, OpenBLAS, bundled
            workload  mlp, mlp_train.et.json.gz, 32 x image a step, 12 operators, 208 of 210 calls bound, missing aten::foo.out (2)

            benchmark  mode  score
            Mlp.step   avgt  42.00  us/op
            Mlp.loss   avgt      -  failed: aten::foo is not bound
            """
                .formatted(run.id(), run.started(), run.finished()));
  }

  @Test
  void whatAFileOfJmhDoesNotSayIsUnknown() {
    Shell shell = Shell.run("show", Samples.jmhFile("avgt-gc-6-forks"));

    assertThat(shell.code()).isZero();
    assertThat(shell.out())
        .contains("machine   unknown")
        .contains("started   unknown")
        .contains("finished  unknown")
        .contains("gc.alloc.rate.norm");
  }

  @Test
  void helpTellsTheExitCodes() {
    Shell shell = Shell.run("--help");

    assertThat(shell.code()).isZero();
    assertThat(shell.out()).contains("diff").contains("Exit codes:").contains("newly fails");
  }
}
