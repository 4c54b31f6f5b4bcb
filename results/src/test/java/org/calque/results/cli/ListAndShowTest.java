package org.calque.results.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.calque.results.Accelerator;
import org.calque.results.Entry;
import org.calque.results.Machine;
import org.calque.results.Run;
import org.calque.results.RunFormat;
import org.calque.results.RunJournal;
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
  void aPartialRunIsMarkedInTheListAndInItsFacts() throws IOException {
    RunStore store = new RunStore(folder);
    Run run =
        Samples.run(Samples.time("org.example.Mlp.step", 1))
            .withWorkloads(List.of(Samples.PARTIAL_WORKLOAD));
    store.save(run);

    assertThat(Shell.run("list", "--store", folder).out()).contains("  mlp (partial)  ");
    assertThat(Shell.run("show", run.id(), "--store", folder).out())
        .contains(
            "12 operators, on cpu, PARTIAL: without 0.95 % of calls, 1.00 % of recorded time,"
                + " 208 calls exact, 2 calls left out, impossible aten::foo.out (2)\n")
        .contains("Mlp.step (partial)  avgt");
  }

  @Test
  void aRunThatWasKilledSaysHowItGoesOn() throws IOException {
    Run run = Samples.run();
    Run begun =
        Run.start(List.of("Mlp", "-f", "2"), run.machine(), run.software(), run.workloads())
            .withEntries(List.of(Entry.lost(Samples.key("a.B.c"), "was due")));
    RunJournal journal = RunJournal.begin(new RunStore(folder), begun);

    assertThat(Shell.run("show", begun.id(), "--store", folder).out())
        .contains("finished   no: it is running\n")
        .contains("arguments  Mlp -f 2\n")
        .contains("-  not yet run\n");
    assertThat(Shell.run("history", "--all", "--store", folder).out())
        .contains("1 without a result, the last: not yet run\n");
    assertThat(Shell.run("list", "--store", folder).out()).contains("1 (running)");

    journal.close();

    assertThat(Shell.run("show", "latest", "--store", folder).out())
        .contains("finished   no: it was killed; benchmarks.jar --resume " + begun.id() + " runs")
        .contains("-  lost: was due\n");
    assertThat(Shell.run("list", "--store", folder).out()).contains("1 (killed)");
  }

  @Test
  void theSettingOfTheMachineAndTheCommitAreShown() {
    Run run = Samples.run(Samples.time("a.B.c", 1));

    assertThat(Shell.run("show", Samples.save(run, folder.resolve("a.json"))).out())
        .contains(
            "  4 cores, governor performance, up to 3600 MHz, kept within 1200 to 3500 MHz,"
                + " at 2400 MHz, boost on, power from rapl.package-0,"
                + " capped at 125 W (rapl.package-0 long_term)\n")
        .contains("commit     " + run.software().checkout().commit() + "\n");
  }

  @Test
  void theSystemOfARunIsARunFileWithoutResultsThatCanBeReadAgain() throws IOException {
    Run run = Samples.run(Samples.time("a.B.c", 1));
    Path file = Samples.save(run, folder.resolve("a.json"));

    Shell shell = Shell.run("show", file, "--system");
    Run described = RunFormat.read(Files.writeString(folder.resolve("system.json"), shell.out()));

    assertThat(shell.code()).isZero();
    assertThat(Shell.run("show", file, "--system").out()).isEqualTo(shell.out());
    assertThat(described.entries()).isEmpty();
    assertThat(described.workloads().get(0).operators()).isEmpty();
    assertThat(described.withEntries(run.entries()).withWorkloads(run.workloads())).isEqualTo(run);
  }

  @Test
  void devicesAreShownWithTheMachine() throws IOException {
    Run run = Samples.run(Samples.time("org.example.Mlp.step", 1));
    Machine machine =
        run.machine()
            .withAccelerators(
                List.of(new Accelerator("NVIDIA H200", "GPU-1", 141L << 30, "13.0", 1980, 3201)));
    Run onDevice =
        new Run(
            run.formatVersion(),
            run.id(),
            run.started(),
            run.finished(),
            run.arguments(),
            machine,
            run.software(),
            run.workloads(),
            run.entries());

    assertThat(Shell.run("show", Samples.save(onDevice, folder.resolve("a.json"))).out())
        .contains(
            "device     NVIDIA H200, 141.0 GiB, driver 13.0, 1980 MHz, memory 3201 MHz, GPU-1\n");
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
            run        %s
            started    %s
            finished   %s
            arguments  Mlp -f 6
            machine    bench1, AMD EPYC 7R13, 8 CPUs, 16.0 GiB, Linux 6.1.0 amd64
            setting    4 cores, governor performance, up to 3600 MHz, kept within 1200 to 3500 MHz, at 2400 MHz, boost on, power from rapl.package-0, capped at 125 W (rapl.package-0 long_term)
            JVM        OpenJDK 64-Bit Server VM 17.0.15+6 -Xmx2g
            Calque     0.1.0
            commit     c0ffeec0ffeec0ffeec0ffeec0ffeec0ffeec0ff
            LibTorch   2.13.0, gcc 13, OpenBLAS, bundled
            workload   mlp, mlp_train.et.json.gz, 32 x image a step, 12 operators, on cpu, 200 calls exact, 8 calls approximate, 2 calls skipped, skipped aten::record_stream (2), communication allreduce (4)

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
