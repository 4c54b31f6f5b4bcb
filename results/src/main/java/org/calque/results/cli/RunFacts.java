package org.calque.results.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.calque.results.Accelerator;
import org.calque.results.Checkout;
import org.calque.results.Clocks;
import org.calque.results.Coverage;
import org.calque.results.Machine;
import org.calque.results.MachineSetting;
import org.calque.results.PowerCap;
import org.calque.results.Run;
import org.calque.results.WorkloadFacts;
import org.calque.results.cli.Table.Align;

/** Where, when and on what a run was made, as text. */
final class RunFacts {
  private RunFacts() {}

  /** The facts of a run that is unfinished because a process goes on with it, or of any other. */
  static Table table(Run run, boolean running, Glyphs glyphs) {
    Table table = new Table(glyphs, Align.LEFT, Align.LEFT);
    table.row("run", run.id());
    table.row("started", known(run.started()));
    table.row("finished", finished(run, running));
    if (!run.arguments().isEmpty()) {
      table.row("arguments", String.join(" ", run.arguments()));
    }
    table.row("machine", machine(run.machine()));
    setting(run.machine().setting()).ifPresent(setting -> table.row("setting", setting));
    run.machine().accelerators().forEach(device -> table.row("device", accelerator(device)));
    table.row(
        "JVM",
        joined(
            " ",
            run.software().jvm().vm(),
            run.software().jvm().vmVersion(),
            String.join(" ", run.software().jvm().args())));
    table.row("Calque", known(run.software().calqueVersion()));
    if (run.software().checkout() != null) {
      table.row("commit", checkout(run.software().checkout()));
    }
    run.software()
        .libraries()
        .forEach(l -> table.row(l.name(), joined(", ", l.version(), l.build(), l.origin())));
    run.workloads().forEach(workload -> table.row("workload", workload(workload)));
    return table;
  }

  private static String finished(Run run, boolean running) {
    if (run.started() == null || run.finished() != null) {
      return known(run.finished());
    }
    return running
        ? "no: it is running"
        : "no: it was killed; benchmarks.jar --resume " + run.id() + " runs the rest";
  }

  private static Optional<String> setting(MachineSetting setting) {
    String text =
        joined(
            ", ",
            setting.physicalCores() == null ? null : setting.physicalCores() + " cores",
            setting.governor() == null ? null : "governor " + setting.governor(),
            setting.maxMegahertz() == null ? null : "up to " + setting.maxMegahertz() + " MHz",
            clocks(setting.clocks()),
            setting.container() == null ? null : "in a container (" + setting.container() + ")",
            setting.virtualMachine() == null
                ? null
                : "in a virtual machine (" + setting.virtualMachine() + ")",
            setting.powerSources().isEmpty()
                ? null
                : "power from " + String.join(" and ", setting.powerSources()),
            powerCaps(setting.powerCaps()));
    return Optional.of(text).filter(known -> !known.equals("unknown"));
  }

  private static String clocks(Clocks clocks) {
    String limits =
        clocks.lowestMegahertz() == null || clocks.highestMegahertz() == null
            ? null
            : "kept within "
                + clocks.lowestMegahertz()
                + " to "
                + clocks.highestMegahertz()
                + " MHz";
    return joined(
        ", ",
        limits,
        clocks.currentMegahertz() == null ? null : "at " + clocks.currentMegahertz() + " MHz",
        clocks.boost() == null ? null : "boost " + (clocks.boost() ? "on" : "off"));
  }

  /** Null for none, and where nobody looked. */
  private static String powerCaps(List<PowerCap> caps) {
    return caps == null || caps.isEmpty()
        ? null
        : "capped at " + caps.stream().map(PowerCap::text).collect(Collectors.joining(" and "));
  }

  private static String checkout(Checkout checkout) {
    return checkout.commit() + (checkout.dirty() ? ", with changes" : "");
  }

  private static String machine(Machine machine) {
    Long memory = machine.memoryBytes();
    return joined(
        ", ",
        machine.host(),
        machine.cpuModel(),
        machine.logicalCpus() == null ? null : machine.logicalCpus() + " CPUs",
        memory == null ? null : String.format(Locale.ROOT, "%.1f GiB", memory / 0x1p30),
        machine.loadAverage() == null
            ? null
            : String.format(Locale.ROOT, "load %.2f", machine.loadAverage()),
        joined(" ", machine.osName(), machine.osVersion(), machine.osArch()));
  }

  private static String accelerator(Accelerator device) {
    Long memory = device.memoryBytes();
    return joined(
        ", ",
        device.name(),
        memory == null ? null : String.format(Locale.ROOT, "%.1f GiB", memory / 0x1p30),
        device.driver() == null ? null : "driver " + device.driver(),
        device.clockMegahertz() == null ? null : device.clockMegahertz() + " MHz",
        device.memoryClockMegahertz() == null
            ? null
            : "memory " + device.memoryClockMegahertz() + " MHz",
        device.uuid());
  }

  private static String workload(WorkloadFacts workload) {
    Coverage coverage = workload.coverage();
    String items =
        workload.itemsPerStep() == null
            ? null
            : workload.itemsPerStep() + " x " + known(workload.itemUnit());
    return joined(
        ", ",
        workload.name(),
        workload.traceFile(),
        items == null ? null : items + " a step",
        workload.operatorCount() + " operators",
        coverage == null ? null : coverage(coverage));
  }

  private static String coverage(Coverage coverage) {
    List<String> parts = new ArrayList<>();
    if (coverage.device() != null) {
      parts.add("on " + coverage.device());
    }
    if (coverage.partial()) {
      parts.add("PARTIAL: without " + coverage.share(coverage.impossible()));
    }
    add(parts, coverage.exact(), "exact");
    add(parts, coverage.approximate(), "approximate");
    add(parts, coverage.skipped(), "skipped");
    add(parts, coverage.impossible(), "left out");
    coverage.named().stream()
        .filter(named -> !named.kind().equals("exact"))
        .forEach(
            named ->
                parts.add(named.kind() + " " + named.name() + " (" + named.amount().calls() + ")"));
    coverage
        .communication()
        .forEach((name, count) -> parts.add("communication " + name + " (" + count + ")"));
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, Coverage.Amount amount, String word) {
    if (amount.calls() > 0) {
      parts.add(amount.calls() + " calls " + word);
    }
  }

  private static String known(Object value) {
    return value == null ? "unknown" : value.toString();
  }

  /** What is known of these; {@code unknown} when nothing is. */
  private static String joined(String separator, String... parts) {
    String text =
        Stream.of(parts)
            .filter(Objects::nonNull)
            .filter(part -> !part.isEmpty() && !part.equals("unknown"))
            .collect(Collectors.joining(separator));
    return text.isEmpty() ? "unknown" : text;
  }
}
