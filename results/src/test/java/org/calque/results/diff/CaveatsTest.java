package org.calque.results.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.results.Samples.run;
import static org.calque.results.Samples.time;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.calque.results.Accelerator;
import org.calque.results.Jvm;
import org.calque.results.Machine;
import org.calque.results.NativeLibrary;
import org.calque.results.Run;
import org.calque.results.Samples;
import org.calque.results.Software;
import org.junit.jupiter.api.Test;

final class CaveatsTest {
  private final Run run = run(time("a.B.c", 1));

  @Test
  void twoRunsOfOneMachineAndSoftwareHaveNone() {
    assertThat(lines(run, run(time("a.B.c", 1)))).isEmpty();
  }

  @Test
  void anotherProcessorIsTold() {
    Machine other =
        new Machine(
            "bench1", "Linux", "6.1.0", "amd64", "Intel Xeon", 16, 1L << 34, null, null, List.of());

    assertThat(lines(run, on(other, run.software())))
        .containsExactly(
            "the CPU differs: AMD EPYC 7R13 in base, Intel Xeon in head",
            "the number of CPUs differs: 8 in base, 16 in head");
  }

  @Test
  void anUnknownMachineIsTold() {
    assertThat(lines(run, on(Machine.unknown(), run.software())))
        .containsExactly("the machine of head is unknown; times compare on one machine only");
  }

  @Test
  void anotherLibTorchIsTold() {
    NativeLibrary torch = new NativeLibrary("LibTorch", "2.14.0", "gcc 13, MKL", "bundled");
    Software software = new Software("0.1.0", run.software().jvm(), List.of(torch), null, null);

    assertThat(lines(run, on(Samples.MACHINE, software)))
        .containsExactly(
            "the LibTorch version differs: 2.13.0 in base, 2.14.0 in head",
            "the LibTorch build differs: gcc 13, OpenBLAS in base, gcc 13, MKL in head");
  }

  @Test
  void whatASideLeavesOutIsTold() {
    Run partial = run(time("a.B.c", 1)).withWorkloads(List.of(Samples.PARTIAL_WORKLOAD));

    assertThat(lines(run, partial))
        .containsExactly(
            "head replays mlp in part: 0.95 % of calls, 1.00 % of recorded time left out");
  }

  @Test
  void anotherGraphicsCardIsTold() {
    Machine other =
        Samples.MACHINE.withAccelerators(
            List.of(new Accelerator("NVIDIA H200", "GPU-1", 1L << 37, "13.0", 1980, 3201)));

    assertThat(lines(run, on(other, run.software())))
        .containsExactly(
            "the list of devices differs: none in base, NVIDIA H200 with driver 13.0 in head");
  }

  @Test
  void anotherCalqueIsTold() {
    Software software =
        new Software("0.2.0", run.software().jvm(), run.software().libraries(), null, null);

    assertThat(lines(run, on(Samples.MACHINE, software)))
        .containsExactly("the Calque version differs: 0.1.0 in base, 0.2.0 in head");
  }

  @Test
  void anotherAllocatorIsTold() {
    Software software =
        new Software(
            "0.1.0",
            run.software().jvm(),
            run.software().libraries(),
            new TreeMap<>(Map.of("MALLOC_ARENA_MAX", "1")),
            null);

    assertThat(lines(run, on(Samples.MACHINE, software)))
        .containsExactly("the environment differs: none in base, {MALLOC_ARENA_MAX=1} in head");
  }

  @Test
  void theVirtualMachineIsThatOfTheForks() {
    Run jmh = Samples.jmhRun("thrpt-4-forks");

    assertThat(lines(run, jmh))
        .contains(
            "the JVM differs: OpenJDK 64-Bit Server VM 17.0.15+6 in base,"
                + " OpenJDK 64-Bit Server VM 17.0.15+6-Debian-1deb12u1 in head");
  }

  @Test
  void withoutAnyForkItIsThatOfTheRun() {
    Jvm other = new Jvm("21", "OpenJ9", "0.42", List.of());
    Run base = run();
    Run head = run().withSoftware(new Software("0.1.0", other, List.of(), null, null));

    assertThat(lines(base, head))
        .containsExactly(
            "the JVM differs: OpenJDK 64-Bit Server VM 17.0.15+6 in base, OpenJ9 0.42 in head");
  }

  @Test
  void aRunAgainstItselfIsTold() {
    assertThat(lines(run, run)).containsExactly("base and head are the same run");
  }

  private static List<String> lines(Run base, Run head) {
    return Caveats.between(base, head).lines();
  }

  private Run on(Machine machine, Software software) {
    return Run.start(List.of(), machine, software, List.of(Samples.WORKLOAD))
        .withEntries(run.entries())
        .finish(Instant.now());
  }
}
