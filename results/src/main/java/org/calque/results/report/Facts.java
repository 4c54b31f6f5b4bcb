package org.calque.results.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.calque.results.Accelerator;
import org.calque.results.Machine;
import org.calque.results.MachineSetting;
import org.calque.results.Run;
import org.calque.results.Software;
import org.calque.results.WorkloadFacts;

/** What is known of a run besides its results: names and values in the order to read them. */
final class Facts {
  static final String UNKNOWN = "unknown";

  private final Map<String, String> facts = new LinkedHashMap<>();

  private Facts() {}

  static Map<String, String> of(Run run) {
    Facts facts = new Facts();
    facts.put("Started (UTC)", time(run.started()));
    facts.put("Finished (UTC)", time(run.finished()));
    facts.put("Asked for", run.arguments().isEmpty() ? null : String.join(" ", run.arguments()));
    facts.machine(run.machine());
    facts.software(run.software());
    run.workloads().forEach(facts::workload);
    return facts.facts;
  }

  private void put(String name, Object value) {
    facts.put(name, known(value));
  }

  static String known(Object value) {
    return value == null || value.toString().isEmpty() ? UNKNOWN : value.toString();
  }

  /** {@code 2026-11-30 09:15:23}. */
  static String time(Instant at) {
    if (at == null) {
      return UNKNOWN;
    }
    String text = at.toString();
    return text.replace('T', ' ').replaceFirst("(\\.\\d+)?Z$", "");
  }

  private void machine(Machine machine) {
    put("Host", machine.host());
    put("CPU", machine.cpuModel());
    MachineSetting setting = machine.setting();
    put(
        "CPUs",
        joined(
            ", ",
            machine.logicalCpus() == null ? null : machine.logicalCpus() + " logical",
            setting.physicalCores() == null ? null : setting.physicalCores() + " cores"));
    put("Governor", setting.governor());
    put("Highest clock", setting.maxMegahertz() == null ? null : setting.maxMegahertz() + " MHz");
    put("Memory", machine.memoryBytes() == null ? null : Figures.gibibytes(machine.memoryBytes()));
    put(
        "Load at the start",
        machine.loadAverage() == null
            ? null
            : String.format(Locale.ROOT, "%.2f", machine.loadAverage()));
    put("System", joined(" ", machine.osName(), machine.osVersion(), machine.osArch()));
    put("Container", setting.container());
    put("Virtual machine", setting.virtualMachine());
    put("Power sources", String.join("; ", setting.powerSources()));
    put(
        "Devices",
        machine.accelerators().stream().map(Facts::device).collect(Collectors.joining("; ")));
  }

  private static String device(Accelerator device) {
    return joined(
        ", ",
        device.name(),
        device.memoryBytes() == null ? null : Figures.gibibytes(device.memoryBytes()),
        device.driver() == null ? null : "driver " + device.driver(),
        device.clockMegahertz() == null ? null : device.clockMegahertz() + " MHz");
  }

  private void software(Software software) {
    put("Java", joined(" ", software.jvm().vm(), software.jvm().vmVersion()));
    put("Java options", String.join(" ", software.jvm().args()));
    put("Calque", software.calqueVersion());
    put(
        "Commit",
        software.checkout() == null
            ? null
            : software.checkout().commit()
                + (software.checkout().dirty() ? ", with uncommitted changes" : ""));
    software
        .libraries()
        .forEach(
            library ->
                put(
                    library.name(),
                    joined(", ", library.version(), library.build(), library.origin())));
    Map<String, String> environment = software.environment();
    put(
        "Environment",
        environment == null
            ? null
            : environment.isEmpty()
                ? "nothing set"
                : environment.entrySet().stream()
                    .map(e -> e.getKey() + "=" + e.getValue())
                    .collect(Collectors.joining(" ")));
  }

  private void workload(WorkloadFacts workload) {
    List<String> parts = new ArrayList<>();
    parts.add(workload.traceFile());
    if (workload.itemsPerStep() != null) {
      parts.add(items(workload));
    }
    parts.add(Figures.count(workload.operatorCount(), "operator"));
    if (workload.coverage() != null && workload.coverage().device() != null) {
      parts.add("on " + workload.coverage().device());
    }
    if (workload.traceSha256() != null) {
      parts.add("SHA-256 " + workload.traceSha256());
    }
    put("Workload " + workload.name(), joined(", ", parts.toArray(String[]::new)));
  }

  /** {@code 32 images a step}; the items must be known. */
  static String items(WorkloadFacts workload) {
    return workload.itemsPerStep() + " " + workload.item() + "s a step";
  }

  private static String joined(String separator, String... parts) {
    return Stream.of(parts)
        .filter(Objects::nonNull)
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(separator));
  }
}
