package org.calque.launcher;

import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.calque.results.Coverage;
import org.calque.runtime.Device;
import org.calque.runtime.Engine;
import org.calque.runtime.Library;
import org.calque.runtime.Support;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Says of each workload how much of its step can be replayed here: its operators, and the kernels
 * that have no operator schema, counted as exact, approximate, skipped or impossible. Communication
 * is counted apart.
 */
@Command(
    name = "coverage",
    mixinStandardHelpOptions = true,
    description =
        "Counts what of each workload's step can be replayed on this machine: exact, approximate,"
            + " skipped, impossible.",
    footer = {"", "Exit status: 0 nothing is impossible, 1 something is, 2 wrong arguments."})
final class CoverageCommand implements Callable<Integer> {
  private final Workloads workloads;
  private final PrintStream out;

  @Mixin private ChosenWorkloads names;
  @Mixin private EngineOptions engineOptions;

  CoverageCommand(Workloads workloads, PrintStream out) {
    this.workloads = workloads;
    this.out = out;
  }

  @Override
  public Integer call() {
    Engine engine = engineOptions.engine();
    Device device = engineOptions.device(engine);
    boolean all = true;
    for (Manifest workload : names.of(workloads)) {
      WorkloadCoverage coverage = WorkloadCoverage.of(workload, engine, device);
      print(coverage, engine.library());
      all &= !coverage.facts().partial();
    }
    return all ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private void print(WorkloadCoverage coverage, Library library) {
    Coverage facts = coverage.facts();
    out.printf(
        Locale.ROOT,
        "%s: %,d operators and kernels, on %s with %s %s (%s)%n",
        coverage.workload().workload(),
        facts.total().calls(),
        coverage.device(),
        library.name(),
        library.version(),
        library.origin());
    print(Support.Kind.EXACT, facts.exact(), coverage);
    print(Support.Kind.APPROXIMATE, facts.approximate(), coverage);
    print(Support.Kind.SKIPPED, facts.skipped(), coverage);
    print(Support.Kind.IMPOSSIBLE, facts.impossible(), coverage);
    for (Manifest.Remark kind : coverage.workload().communications()) {
      out.printf(
          Locale.ROOT,
          "  apart: communication %s (%,d%s)%n",
          kind.subject(),
          kind.count(),
          kind.nanos() == 0 ? "" : String.format(Locale.ROOT, ", %.3f ms", kind.nanos() / 1e6));
    }
  }

  private void print(Support.Kind kind, Coverage.Amount amount, WorkloadCoverage coverage) {
    Coverage.Amount all = coverage.facts().total();
    out.printf(
        Locale.ROOT,
        "  %-11s %7.2f %% %,7d%s%n",
        kind.word(),
        percent(amount.calls(), all.calls()),
        amount.calls(),
        time(amount, all, " of recorded time"));
    coverage.of(kind).stream()
        .filter(item -> !item.support().note().isEmpty())
        .forEach(
            item ->
                out.printf(
                    Locale.ROOT,
                    "    %s (%,d%s): %s%n",
                    item.name(),
                    item.amount().calls(),
                    time(item.amount(), all, ""),
                    item.support().note()));
  }

  /** The share of recorded time, where there is any. */
  private static String time(Coverage.Amount amount, Coverage.Amount all, String of) {
    return all.recordedNanos() == 0
        ? ""
        : String.format(
            Locale.ROOT, ", %.2f %%%s", percent(amount.recordedNanos(), all.recordedNanos()), of);
  }

  private static double percent(double part, double whole) {
    return whole == 0 ? 0 : 100 * part / whole;
  }
}
