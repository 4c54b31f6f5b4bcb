package org.calque.launcher;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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
 * In what a run differs from what it would be if it began now. What changes from moment to moment,
 * such as the load and the clock of a CPU, is not compared.
 */
final class Differences {
  private static final String NONE = "none";
  private static final int DIGITS_OF_DIGEST = 12;

  private final List<Difference> found = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();

  private Differences() {}

  /** Compares all that a run says of itself. */
  static Differences between(Run then, Run now) {
    Differences differences = new Differences();
    differences.workloads(then, now);
    differences.benchmarks(then, now);
    differences.machine(then.machine(), now.machine());
    differences.software(then.software(), now.software());
    differences.setting(then.machine(), now.machine());
    if (LauncherArguments.parse(then.arguments()).power() != null) {
      differences.setting(
          "power sources",
          list(then.machine().setting().powerSources(), Function.identity()),
          list(now.machine().setting().powerSources(), Function.identity()));
    }
    return differences;
  }

  /** The differences of that weight, each in one line. */
  List<String> of(Weight weight) {
    return found.stream()
        .filter(difference -> difference.weight() == weight)
        .map(Difference::text)
        .toList();
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** What the earlier run does not say, though it could be compared. */
  List<String> unknown() {
    return List.copyOf(unknown);
  }

  /** Prints each on a line, those that matter most first. */
  void print(PrintStream out) {
    print("cannot be the same:", of(Weight.WORK), out);
    List<String> others = new ArrayList<>(of(Weight.PLATFORM));
    others.addAll(of(Weight.SETTING));
    print("may change results:", others, out);
    if (isEmpty()) {
      out.println("nothing that is known of it differs");
    }
    if (!unknown.isEmpty()) {
      out.println("not known of it: " + String.join(", ", unknown));
    }
  }

  private static void print(String title, List<String> lines, PrintStream out) {
    if (!lines.isEmpty()) {
      out.println(title);
      lines.forEach(line -> out.println("  " + line));
    }
  }

  private void workloads(Run then, Run now) {
    Map<String, WorkloadFacts> here =
        now.workloads().stream().collect(Collectors.toMap(WorkloadFacts::name, facts -> facts));
    for (WorkloadFacts workload : then.workloads()) {
      WorkloadFacts same = here.get(workload.name());
      String name = "workload " + workload.name();
      if (same == null) {
        add(Weight.WORK, name + " is not in this jar");
      } else {
        compare(
            Weight.WORK,
            name + ": trace",
            digest(workload.traceSha256()),
            digest(same.traceSha256()));
        compare(
            Weight.WORK, name + ": operator calls", workload.operatorCount(), same.operatorCount());
      }
    }
  }

  /** Enough to tell two apart. */
  private static String digest(String sha256) {
    return sha256 == null || sha256.length() < DIGITS_OF_DIGEST
        ? sha256
        : sha256.substring(0, DIGITS_OF_DIGEST);
  }

  private void benchmarks(Run then, Run now) {
    Set<BenchmarkKey> before = keys(then);
    Set<BenchmarkKey> here = keys(now);
    List<BenchmarkKey> missing = before.stream().filter(key -> !here.contains(key)).toList();
    if (!missing.isEmpty()) {
      add(
          Weight.WORK,
          missing.size()
              + " of "
              + before.size()
              + " benchmarks would not run, "
              + example(missing));
    }
    List<BenchmarkKey> further = here.stream().filter(key -> !before.contains(key)).toList();
    if (!before.isEmpty() && !further.isEmpty()) {
      add(
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
        list(then.accelerators(), Differences::device),
        list(now.accelerators(), Differences::device));
  }

  private void software(Software then, Software now) {
    platform("JVM", vm(then), vm(now));
    platform("Calque", then.calqueVersion(), now.calqueVersion());
    platform(
        "libraries",
        list(then.libraries(), Differences::build),
        list(now.libraries(), Differences::build));
    setting("commit", commit(then), commit(now));
    setting("JVM flags", list(flags(then), flag -> flag), list(flags(now), flag -> flag));
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
    compare(Weight.PLATFORM, what, then, now);
  }

  private void setting(String what, Object then, Object now) {
    compare(Weight.SETTING, what, then, now);
  }

  private void compare(Weight weight, String what, Object then, Object now) {
    if (then == null) {
      if (now != null) {
        unknown.add(what);
      }
    } else if (!Objects.equals(then, now)) {
      String here = now == null ? "unknown" : now.toString();
      add(weight, what + " " + then + " then, " + here + " now");
    }
  }

  private void add(Weight weight, String text) {
    found.add(new Difference(weight, text));
  }
}
