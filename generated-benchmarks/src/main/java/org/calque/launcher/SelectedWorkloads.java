package org.calque.launcher;

import java.io.PrintStream;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.calque.results.BenchmarkKey;
import org.calque.results.Coverage;
import org.calque.runtime.Device;
import org.calque.runtime.Engine;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Support;
import org.calque.runtime.TypeSubstitutions;
import org.calque.runtime.Uncovered;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.options.Options;

/**
 * The workloads that a run measures, all of which can be replayed.
 *
 * @param coverages what of each is replayed on the device that can replay least of it
 * @param memories what each needs of each device
 */
record SelectedWorkloads(List<WorkloadCoverage> coverages, List<Memory> memories) {

  /**
   * What a workload needs of a device.
   *
   * @param estimate in one line
   * @param refusal why it does not fit; empty when it does
   */
  record Memory(Manifest workload, Device device, String estimate, String refusal) {
    private boolean isOf(BenchmarkKey key) {
      return key.benchmark().startsWith(workload.benchmarkClass() + ".")
          && device.toString().equals(key.params().get("device"));
    }
  }

  /**
   * Asks the engine for all operators and the machine for memory, before any fork does.
   *
   * @param maxMemory most memory that tensors may take, or {@code null} for all there is
   * @throws ReplayException if one of the workloads cannot be replayed
   */
  static SelectedWorkloads check(
      Workloads workloads,
      Collection<BenchmarkListEntry> selected,
      Options options,
      Engine engine,
      List<Device> devices,
      String maxMemory) {
    List<Manifest> chosen =
        workloads.all().stream()
            .filter(
                manifest ->
                    selected.stream()
                        .anyMatch(
                            entry -> entry.getUserClassQName().equals(manifest.benchmarkClass())))
            .toList();
    List<Preflight> preflights =
        devices.stream()
            .map(
                device ->
                    new Preflight(
                        engine,
                        device,
                        uncovered(options),
                        memory(engine, device, options, maxMemory)))
            .toList();
    return new SelectedWorkloads(
        chosen.stream().map(workload -> leastCovered(workload, preflights)).toList(),
        preflights.stream().flatMap(p -> chosen.stream().map(w -> memory(w, p))).toList());
  }

  private static Memory memory(Manifest workload, Preflight preflight) {
    return new Memory(
        workload, preflight.device(), preflight.estimate(workload), preflight.refusal(workload));
  }

  /** Why a benchmark does not fit into memory, in one line; empty when it does. */
  String refusal(BenchmarkKey key) {
    return memories.stream().filter(m -> m.isOf(key)).map(Memory::refusal).findFirst().orElse("");
  }

  /** What a benchmark needs of the memory of its device, in one line; empty when unknown. */
  String estimate(BenchmarkKey key) {
    return memories.stream().filter(m -> m.isOf(key)).map(Memory::estimate).findFirst().orElse("");
  }

  /** Prints the estimates, and what of the steps is not replayed. */
  void print(PrintStream out) {
    memories.forEach(memory -> out.println(memory.estimate()));
    coverages.forEach(coverage -> printWhatIsNotReplayed(coverage, out));
  }

  /** Prints once more which figures leave something out. */
  void printWhatIsPartial(PrintStream out) {
    coverages.forEach(coverage -> printWhatIsPartial(coverage, out));
  }

  private static List<String> values(Options options, String parameter, String missing) {
    return List.copyOf(options.getParameter(parameter).orElse(List.of(missing)));
  }

  /** Left out is only what is left out in all. */
  private static Uncovered uncovered(Options options) {
    return values(options, "uncovered", Uncovered.REFUSED.word()).stream()
        .map(Uncovered::named)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  private static TypeSubstitutions widest(List<String> types) {
    return types.stream()
        .map(TypeSubstitutions::parse)
        .max(Comparator.comparingDouble(TypeSubstitutions::widening))
        .orElseThrow();
  }

  private static MemoryBound memory(
      Engine engine, Device device, Options options, String maxMemory) {
    return MemoryBound.of(maxMemory, engine.freeBytes(device))
        .forReplays(threads(options))
        .forTypes(widest(values(options, "types", TypeSubstitutions.NONE.toString())));
  }

  /** The coverage on the device that has least of the workload. */
  private static WorkloadCoverage leastCovered(Manifest workload, List<Preflight> preflights) {
    return preflights.stream()
        .map(preflight -> preflight.check(workload))
        .max(Comparator.comparingInt(coverage -> coverage.facts().impossible().calls()))
        .orElseThrow();
  }

  /** How many threads measure at a time, each with a replay of its own. */
  private static int threads(Options options) {
    int threads = options.getThreads().orElse(1);
    return threads == Threads.MAX ? Runtime.getRuntime().availableProcessors() : threads;
  }

  private static void printWhatIsNotReplayed(WorkloadCoverage coverage, PrintStream out) {
    String workload = coverage.workload().workload();
    coverage
        .of(Support.Kind.IMPOSSIBLE)
        .forEach(
            item ->
                out.printf(
                    "%s: not replayed: %s (%d): %s%n",
                    workload, item.name(), item.amount().calls(), item.support().note()));
    coverage
        .workload()
        .communication()
        .forEach(
            (name, count) ->
                out.printf("%s: not replayed: communication %s (%d)%n", workload, name, count));
    printWhatIsPartial(coverage, out);
  }

  private static void printWhatIsPartial(WorkloadCoverage coverage, PrintStream out) {
    Coverage facts = coverage.facts();
    if (facts.partial()) {
      out.printf(
          "%s: PARTIAL: its figures are without %s%n",
          coverage.workload().workload(), facts.share(facts.impossible()));
    }
  }
}
