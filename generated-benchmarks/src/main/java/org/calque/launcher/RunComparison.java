package org.calque.launcher;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.calque.launcher.Difference.Weight;
import org.calque.results.Accelerator;
import org.calque.results.BenchmarkKey;
import org.calque.results.Checkout;
import org.calque.results.Clocks;
import org.calque.results.Entry;
import org.calque.results.Machine;
import org.calque.results.MachineSetting;
import org.calque.results.NativeLibrary;
import org.calque.results.PowerCap;
import org.calque.results.Run;
import org.calque.results.Software;
import org.calque.results.WorkloadFacts;

/**
 * Compares all that a run says of itself with what it would say if it began now. What changes from
 * moment to moment, such as the load and the clock of a CPU, is not compared.
 */
final class RunComparison {
  private static final String NONE = "none";

  private final Differences differences = new Differences();

  private RunComparison() {}

  /** The differences between a run and the run that would begin now. */
  static Differences between(Run then, Run now) {
    RunComparison comparison = new RunComparison();
    comparison.workloads(then, now);
    comparison.benchmarks(then, now);
    comparison.machine(then.machine(), now.machine());
    comparison.software(then.software(), now.software());
    comparison.setting(then.machine(), now.machine());
    if (LauncherArguments.parse(then.arguments()).power() != null) {
      comparison.setting("power sources", sources(then), sources(now));
    }
    return comparison.differences;
  }

  private static String sources(Run run) {
    return list(run.machine().setting().powerSources(), Function.identity());
  }

  private void workloads(Run then, Run now) {
    Map<String, WorkloadFacts> here =
        now.workloads().stream().collect(Collectors.toMap(WorkloadFacts::name, facts -> facts));
    for (WorkloadFacts workload : then.workloads()) {
      WorkloadFacts same = here.get(workload.name());
      String name = "workload " + workload.name();
      if (same == null) {
        differences.add(Weight.WORK, name + " is not in this jar");
      } else {
        differences.compare(
            Weight.WORK, name + ": trace", workload.traceSha256(), same.traceSha256());
        differences.compare(
            Weight.WORK, name + ": operator calls", workload.operatorCount(), same.operatorCount());
      }
    }
  }

  private void benchmarks(Run then, Run now) {
    Set<BenchmarkKey> before = keys(then);
    Set<BenchmarkKey> here = keys(now);
    List<BenchmarkKey> missing = before.stream().filter(key -> !here.contains(key)).toList();
    if (!missing.isEmpty()) {
      differences.add(
          Weight.WORK,
          missing.size()
              + " of "
              + before.size()
              + " benchmarks would not run, "
              + example(missing));
    }
    List<BenchmarkKey> further = here.stream().filter(key -> !before.contains(key)).toList();
    if (!before.isEmpty() && !further.isEmpty()) {
      differences.add(
          Weight.SETTING,
          further.size() + " benchmarks would run that did not, " + example(further));
    }
  }

  private static Set<BenchmarkKey> keys(Run run) {
    return run.entries().stream()
        .map(Entry::key)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String example(List<BenchmarkKey> keys) {
    return "such as " + keys.get(0);
  }

  private void machine(Machine then, Machine now) {
    platform("CPU", then.cpuModel(), now.cpuModel());
    platform("number of CPUs", then.logicalCpus(), now.logicalCpus());
    platform(
        "devices",
        list(then.accelerators(), RunComparison::device),
        list(now.accelerators(), RunComparison::device));
  }

  private void software(Software then, Software now) {
    platform("JVM", vm(then), vm(now));
    platform("Calque", then.calqueVersion(), now.calqueVersion());
    platform(
        "libraries",
        list(then.libraries(), RunComparison::build),
        list(now.libraries(), RunComparison::build));
    setting("commit", commit(then), commit(now));
    setting(
        "JVM flags", list(flags(then), Function.identity()), list(flags(now), Function.identity()));
    setting("environment", environment(then), environment(now));
  }

  private void setting(Machine then, Machine now) {
    MachineSetting before = then.setting();
    MachineSetting here = now.setting();
    if (before.container() == null) { // each container has a name of its own
      setting("host", then.host(), now.host());
    }
    setting("system", system(then), system(now));
    setting("memory", mebibytes(then), mebibytes(now));
    setting("cores", before.physicalCores(), here.physicalCores());
    setting("container", orNone(before.container()), orNone(here.container()));
    setting("virtual machine", orNone(before.virtualMachine()), orNone(here.virtualMachine()));
    setting("governor", before.governor(), here.governor());
    setting("highest clock", megahertz(before.maxMegahertz()), megahertz(here.maxMegahertz()));
    clocks(before.clocks(), here.clocks());
    setting("power caps", caps(before), caps(here));
  }

  private void clocks(Clocks then, Clocks now) {
    setting(
        "lowest clock allowed",
        megahertz(then.lowestMegahertz()),
        megahertz(now.lowestMegahertz()));
    setting(
        "highest clock allowed",
        megahertz(then.highestMegahertz()),
        megahertz(now.highestMegahertz()));
    setting("boost", onOrOff(then.boost()), onOrOff(now.boost()));
  }

  private static String device(Accelerator device) {
    return "%s %s with driver %s at %s and %s MHz"
        .formatted(
            device.name(),
            device.uuid(),
            device.driver(),
            device.clockMegahertz(),
            device.memoryClockMegahertz());
  }

  private static String vm(Software software) {
    String version = software.jvm().vmVersion();
    return version == null ? null : software.jvm().vm() + " " + version;
  }

  private static String build(NativeLibrary library) {
    return library.name() + " " + library.version() + " (" + library.build() + ")";
  }

  private static String commit(Software software) {
    Checkout checkout = software.checkout();
    return checkout == null ? null : checkout.commit() + (checkout.dirty() ? " with changes" : "");
  }

  /** Properties are left out: they name folders of the moment more often than settings. */
  private static List<String> flags(Software software) {
    return software.jvm().args().stream().filter(flag -> !flag.startsWith("-D")).toList();
  }

  private static String environment(Software software) {
    Map<String, String> variables = software.environment();
    return variables == null ? null : variables.isEmpty() ? NONE : variables.toString();
  }

  private static String system(Machine machine) {
    return machine.osName() == null
        ? null
        : machine.osName() + " " + machine.osVersion() + " " + machine.osArch();
  }

  private static String mebibytes(Machine machine) {
    return machine.memoryBytes() == null
        ? null
        : String.format(Locale.ROOT, "%,d MiB", machine.memoryBytes() >> 20);
  }

  private static String megahertz(Integer clock) {
    return clock == null ? null : clock + " MHz";
  }

  private static String onOrOff(Boolean on) {
    return on == null ? null : on ? "on" : "off";
  }

  private static String caps(MachineSetting setting) {
    return setting.powerCaps() == null ? null : list(setting.powerCaps(), PowerCap::text);
  }

  private static String orNone(String text) {
    return Optional.ofNullable(text).orElse(NONE);
  }

  private static <T> String list(List<T> values, Function<T, String> text) {
    return values.isEmpty() ? NONE : values.stream().map(text).collect(Collectors.joining(", "));
  }

  private void platform(String what, Object then, Object now) {
    differences.compare(Weight.PLATFORM, what, then, now);
  }

  private void setting(String what, Object then, Object now) {
    differences.compare(Weight.SETTING, what, then, now);
  }
}
