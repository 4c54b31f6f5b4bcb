package org.calque.results.diff;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.calque.results.Coverage;
import org.calque.results.Entry;
import org.calque.results.Jvm;
import org.calque.results.Machine;
import org.calque.results.NativeLibrary;
import org.calque.results.Run;
import org.calque.results.Status;
import org.calque.results.WorkloadFacts;

/** What besides the code may make two runs differ: one line for each. */
final class Caveats {
  private static final String MACHINES = "machines";

  private final String baseName;
  private final String headName;
  private final List<String> lines = new ArrayList<>();
  private final Set<String> settings = new LinkedHashSet<>();

  private Caveats(String baseName, String headName) {
    this.baseName = baseName;
    this.headName = headName;
  }

  /** Of base and head. */
  static Caveats between(Run base, Run head) {
    Caveats caveats = between("base", base, "head", head);
    caveats.partial("base", base);
    caveats.partial("head", head);
    return caveats;
  }

  /** Of two runs that go by those names. */
  static Caveats between(String baseName, Run base, String headName, Run head) {
    Caveats caveats = new Caveats(baseName, headName);
    if (base.id().equals(head.id()) && base.started() != null) {
      caveats.lines.add(baseName + " and " + headName + " are the same run");
    }
    caveats.machines(base.machine(), head.machine());
    caveats.differ("JVM", "JVMs", jvms(base), jvms(head));
    caveats.differ("JVM flags", flags(base), flags(head));
    caveats.differ(
        "Calque version", base.software().calqueVersion(), head.software().calqueVersion());
    caveats.libraries(base.software().libraries(), head.software().libraries());
    caveats.clock(baseName, base);
    caveats.clock(headName, head);
    caveats.differ("environment", environment(base), environment(head));
    return caveats;
  }

  /** One line each. */
  List<String> lines() {
    return List.copyOf(lines);
  }

  /** What the runs were on that differs, such as {@code machines}. */
  List<String> settings() {
    return List.copyOf(settings);
  }

  private static String environment(Run run) {
    Map<String, String> variables = run.software().environment();
    return variables == null ? null : variables.isEmpty() ? "none" : variables.toString();
  }

  private void clock(String side, Run run) {
    if (run.started() != null && run.finished() != null && run.finished().isBefore(run.started())) {
      lines.add(side + " finished before it started: the clock was set while it ran");
    }
  }

  private void partial(String side, Run run) {
    for (WorkloadFacts workload : run.workloads()) {
      if (workload.partial()) {
        Coverage coverage = workload.coverage();
        lines.add(
            side
                + " replays "
                + workload.name()
                + " in part: "
                + coverage.share(coverage.impossible())
                + " left out");
      }
    }
  }

  private void machines(Machine base, Machine head) {
    boolean unknownBase = base.equals(Machine.unknown());
    boolean unknownHead = head.equals(Machine.unknown());
    if (unknownBase || unknownHead) {
      String which = unknownBase && unknownHead ? "both runs" : unknownBase ? baseName : headName;
      lines.add("the machine of " + which + " is unknown; times compare on one machine only");
    }
    differ("host", MACHINES, base.host(), head.host());
    differ("CPU", MACHINES, base.cpuModel(), head.cpuModel());
    differ("number of CPUs", MACHINES, base.logicalCpus(), head.logicalCpus());
    if (!unknownBase && !unknownHead) {
      differ("list of devices", MACHINES, devices(base), devices(head));
    }
  }

  private static String devices(Machine machine) {
    return machine.accelerators().isEmpty()
        ? "none"
        : machine.accelerators().stream()
            .map(device -> device.name() + " with driver " + device.driver())
            .collect(Collectors.joining(" and "));
  }

  private void libraries(List<NativeLibrary> base, List<NativeLibrary> head) {
    Map<String, NativeLibrary> before = new LinkedHashMap<>();
    base.forEach(library -> before.put(library.name(), library));
    for (NativeLibrary after : head) {
      NativeLibrary same = before.get(after.name());
      if (same != null) {
        String versions = after.name() + " versions";
        differ(after.name() + " version", versions, same.version(), after.version());
        differ(after.name() + " build", versions, same.build(), after.build());
      }
    }
  }

  /** Adds a line when both are known and not the same. */
  private void differ(String what, Object base, Object head) {
    differ(what, null, base, head);
  }

  /** The same, and remembers what of the surroundings it is. */
  private void differ(String what, String setting, Object base, Object head) {
    boolean known = base != null && head != null && !base.equals("") && !head.equals("");
    if (known && !Objects.equals(base, head)) {
      if (setting != null) {
        settings.add(setting);
      }
      lines.add(
          "the "
              + what
              + " differs: "
              + base
              + " in "
              + baseName
              + ", "
              + head
              + " in "
              + headName);
    }
  }

  /** The virtual machines of the forks, which JMH lets one choose apart from that of the run. */
  private static String jvms(Run run) {
    Set<String> forks = new TreeSet<>();
    for (Jvm jvm : forkJvms(run)) {
      forks.add((text(jvm.vm()) + " " + text(jvm.vmVersion())).strip());
    }
    Jvm own = run.software().jvm();
    return !forks.isEmpty() || own.vm() == null
        ? String.join(", ", forks)
        : own.vm() + " " + own.vmVersion();
  }

  /** Properties are left out: they name folders of the moment more often than settings. */
  private static String flags(Run run) {
    Set<Jvm> jvms = forkJvms(run);
    TreeSet<String> flags = new TreeSet<>();
    for (Jvm jvm : jvms) {
      for (String arg : jvm.args()) {
        if (!arg.startsWith("-D")) {
          flags.add(arg);
        }
      }
    }
    return jvms.isEmpty() ? "" : flags.isEmpty() ? "none" : String.join(" ", flags);
  }

  /** Each once, of all benchmarks with a result. */
  private static Set<Jvm> forkJvms(Run run) {
    Set<Jvm> jvms = new HashSet<>();
    for (Entry entry : run.entries()) {
      if (entry.status() == Status.OK) {
        jvms.add(entry.jmh().settings().jvm());
      }
    }
    return jvms;
  }

  private static String text(String value) {
    return value == null ? "" : value;
  }
}
