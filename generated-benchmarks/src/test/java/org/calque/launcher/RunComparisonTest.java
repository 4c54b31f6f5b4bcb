package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.calque.launcher.Difference.Weight;
import org.calque.results.BenchmarkKey;
import org.calque.results.Checkout;
import org.calque.results.Clocks;
import org.calque.results.Entry;
import org.calque.results.Jvm;
import org.calque.results.Machine;
import org.calque.results.MachineSetting;
import org.calque.results.NativeLibrary;
import org.calque.results.PowerCap;
import org.calque.results.Run;
import org.calque.results.Software;
import org.calque.results.WorkloadFacts;
import org.calque.runtime.ReplayException;
import org.junit.jupiter.api.Test;

/** What differs between a run and what it would be now, and what that means. */
class RunComparisonTest {
  private static final Clocks CLOCKS = new Clocks(1200, 3500, 2400, true);
  private static final List<PowerCap> CAPS = List.of(new PowerCap("rapl.package-0 long_term", 125));
  private static final Jvm JVM =
      new Jvm("17.0.15", "OpenJDK", "17.0.15+6", List.of("-Xmx2g", "-Dfolder=/tmp/1"));

  private static Run run(Machine machine, Software software, List<WorkloadFacts> workloads) {
    return run(List.of("Mlp"), machine, software, workloads);
  }

  private static Run run(
      List<String> arguments, Machine machine, Software software, List<WorkloadFacts> workloads) {
    return Run.start(arguments, machine, software, workloads)
        .withEntries(List.of(Entry.lost(key("Mlp.step", "cpu"), "was due")));
  }

  private static BenchmarkKey key(String benchmark, String device) {
    return new BenchmarkKey(benchmark, "avgt", 1, Map.of("device", device));
  }

  private static Run run() {
    return run(machine(setting()), software(), List.of(workload("mlp", "ab12")));
  }

  private static Machine machine(MachineSetting setting) {
    return machine("AMD EPYC", 0.12, setting);
  }

  private static Machine machine(String cpu, double load, MachineSetting setting) {
    return new Machine(
        "bench1", "Linux", "6.1.0", "amd64", cpu, 8, 1L << 34, load, setting, List.of());
  }

  private static MachineSetting setting() {
    return setting("performance", CLOCKS, CAPS);
  }

  private static MachineSetting setting(String governor, Clocks clocks, List<PowerCap> caps) {
    return new MachineSetting(
        4, governor, 3600, null, null, List.of("rapl.package-0"), clocks, caps);
  }

  private static Software software() {
    return software(JVM, "2.13.0", "c0ffee");
  }

  private static Software software(Jvm jvm, String torch, String commit) {
    return new Software(
        "0.1.0",
        jvm,
        List.of(new NativeLibrary("LibTorch", torch, "gcc 13", "bundled")),
        new TreeMap<>(),
        new Checkout(commit, false));
  }

  private static WorkloadFacts workload(String name, String digest) {
    return new WorkloadFacts(
        name, name + ".et.json.gz", digest.repeat(16), null, null, 12, null, List.of(), null);
  }

  private static String printed(Differences differences) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    differences.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
  }

  private static List<String> settings(MachineSetting then, MachineSetting now) {
    return RunComparison.between(
            run(machine(then), software(), List.of()), run(machine(now), software(), List.of()))
        .of(Weight.SETTING);
  }

  @Test
  void theSameDoesNotDifferThoughItsLoadAndItsClockOfTheMomentDo() {
    Clocks faster = new Clocks(1200, 3500, 3300, true);
    Run now =
        run(
            machine("AMD EPYC", 7.5, setting("performance", faster, CAPS)),
            software(),
            List.of(workload("gpt", "cd34"), workload("mlp", "ab12")));

    Differences differences = RunComparison.between(run(), now);

    assertThat(differences.isEmpty()).isTrue();
    assertThat(printed(differences)).isEqualTo("nothing that is known of it differs\n");
  }

  @Test
  void anotherTraceOrNoneIsOtherWork() {
    Run then =
        run(
            machine(setting()),
            software(),
            List.of(workload("mlp", "ab12"), workload("gpt", "cd34")));
    Run now = run(machine(setting()), software(), List.of(workload("mlp", "ef56")));

    assertThat(RunComparison.between(then, now).of(Weight.WORK))
        .containsExactly(
            "workload mlp: trace " + "ab12".repeat(16) + " then, " + "ef56".repeat(16) + " now",
            "workload gpt is not in this jar");
  }

  @Test
  void aBenchmarkThatWouldNotRunIsOtherWorkAndAFurtherOneIsTold() {
    Run now = run().withEntries(List.of(Entry.lost(key("Mlp.step", "cuda:0"), "was due")));

    Differences differences = RunComparison.between(run(), now);

    assertThat(differences.of(Weight.WORK))
        .singleElement()
        .asString()
        .startsWith("1 of 1 benchmarks would not run, such as Mlp.step");
    assertThat(differences.of(Weight.SETTING))
        .singleElement()
        .asString()
        .startsWith("1 benchmarks would run that did not, such as Mlp.step");
  }

  @Test
  void aRunWithoutEntriesTellsNothingOfBenchmarks() {
    assertThat(RunComparison.between(run().description(), run()).isEmpty()).isTrue();
  }

  @Test
  void capsAndClocksAndGovernorsMayChangeResults() {
    MachineSetting now =
        setting(
            "powersave",
            new Clocks(800, 2000, 800, false),
            List.of(new PowerCap("rapl.package-0 long_term", 65.5)));

    assertThat(settings(setting(), now))
        .containsExactly(
            "governor performance then, powersave now",
            "lowest clock allowed 1200 MHz then, 800 MHz now",
            "highest clock allowed 3500 MHz then, 2000 MHz now",
            "boost on then, off now",
            "power caps 125 W (rapl.package-0 long_term) then,"
                + " 65.5 W (rapl.package-0 long_term) now");
  }

  @Test
  void whatCannotBeFoundOutNowIsADifferenceAndWhatWasNotKnownThenIsNone() {
    MachineSetting unknown = setting("performance", Clocks.UNKNOWN, null);

    assertThat(settings(setting(), unknown))
        .contains("boost on then, unknown now", "highest clock allowed 3500 MHz then, unknown now");
    Differences older = RunComparison.between(run(machine(unknown), software(), List.of()), run());
    assertThat(older.isEmpty()).isTrue();
    assertThat(older.unknown())
        .containsExactly("lowest clock allowed", "highest clock allowed", "boost", "power caps");
    assertThat(printed(older)).contains("not known of it: lowest clock allowed, highest");
  }

  @Test
  void aCapThatWasLiftedIsTold() {
    assertThat(settings(setting(), setting("performance", CLOCKS, List.of())))
        .containsExactly("power caps 125 W (rapl.package-0 long_term) then, none now");
  }

  @Test
  void sensorsMatterWherePowerWasMeasured() {
    MachineSetting blind =
        new MachineSetting(4, "performance", 3600, null, null, List.of(), CLOCKS, CAPS);
    Run now = run(machine(blind), software(), List.of());
    Run measured = run(List.of("Mlp", "--energy"), machine(setting()), software(), List.of());

    assertThat(RunComparison.between(run(machine(setting()), software(), List.of()), now).isEmpty())
        .isTrue();
    assertThat(RunComparison.between(measured, now).of(Weight.SETTING))
        .containsExactly("power sources rapl.package-0 then, none now");
  }

  @Test
  void otherMachinesAndSoftwareAreTold() {
    Jvm other = new Jvm("25", "OpenJDK", "25+36", List.of("-Xmx4g", "-Dfolder=/tmp/2"));
    Run now =
        run(
            machine("Intel Xeon", 0.1, setting()),
            software(other, "2.14.0", "beef"),
            List.of(workload("mlp", "ab12")));

    assertThat(printed(RunComparison.between(run(), now)))
        .isEqualTo(
            """
            may change results:
              CPU AMD EPYC then, Intel Xeon now
              JVM OpenJDK 17.0.15+6 then, OpenJDK 25+36 now
              libraries LibTorch 2.13.0 (gcc 13) then, LibTorch 2.14.0 (gcc 13) now
              commit c0ffee then, beef now
              JVM flags -Xmx2g then, -Xmx4g now
            """);
  }

  @Test
  void aRunGoesOnThoughSettingsDifferAndNotOnAnotherMachine() {
    Run set = run(machine(setting("powersave", CLOCKS, CAPS)), software(), List.of());
    Run begun = run(machine(setting()), software(), List.of());
    Run elsewhere = run(machine("Z80", 0.1, setting()), software(), List.of());

    assertThatCode(() -> SameConditions.check(begun, set)).doesNotThrowAnyException();
    assertThatThrownBy(() -> SameConditions.check(begun, elsewhere))
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "the run %s cannot be resumed, start a new one: CPU AMD EPYC then, Z80 now",
            begun.id());
  }
}
