package org.calque.launcher;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.RunLog;
import org.calque.results.Status;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;

/**
 * Runs what is left of a run. What does not fit into memory becomes a row that says so, and the
 * rest goes on; of a sweep, a ladder ends at its first batch that does not fit.
 */
final class Execution {
  private final RunLog log;
  private final RunRecorder recorder;
  private final Options options;
  private final SelectedWorkloads chosen;
  private final Workloads workloads;

  Execution(
      RunLog log,
      RunRecorder recorder,
      Options options,
      SelectedWorkloads chosen,
      Workloads workloads) {
    this.log = log;
    this.recorder = recorder;
    this.options = options;
    this.chosen = chosen;
    this.workloads = workloads;
  }

  /**
   * Runs.
   *
   * @param results takes what JMH returns, also when it throws
   * @param resumed whether a part of the run is done already
   * @param sweep whether benchmarks are the steps of ladders
   */
  void run(List<RunResult> results, boolean resumed, boolean sweep) throws RunnerException {
    List<BenchmarkKey> keys = new ArrayList<>(log.unfinished());
    boolean allFit = keys.stream().allMatch(key -> chosen.refusal(key).isEmpty());
    if (allFit && !resumed && !sweep) {
      results.addAll(new Runner(options, recorder).run());
      return;
    }
    if (sweep) {
      keys.sort(Comparator.comparing(this::ladder).thenComparing(this::batch));
    }
    Map<String, BenchmarkKey> ended = sweep ? endedLadders() : new HashMap<>();
    for (BenchmarkKey key : keys) {
      BenchmarkKey smaller = sweep ? ended.get(ladder(key)) : null;
      if (smaller != null) {
        String cause = "batch %d of the series ran out of memory".formatted(batch(smaller));
        recorder.settle(Entry.without(key, Status.SKIPPED, cause));
      } else if (!fits(key, results)) {
        ended.put(ladder(key), key);
      }
    }
  }

  /** Runs a benchmark if its tensors fit; says whether the memory sufficed. */
  private boolean fits(BenchmarkKey key, List<RunResult> results) throws RunnerException {
    String refusal = chosen.refusal(key);
    if (!refusal.isEmpty()) {
      recorder.settle(Entry.without(key, Status.OUT_OF_MEMORY, refusal));
      return false;
    }
    results.addAll(new Runner(PlannedBenchmarks.only(key, options), recorder).run());
    recorder.settleCurrent();
    Entry entry = entry(key);
    if (entry.status() != Status.OUT_OF_MEMORY) {
      return true;
    }
    String cause = entry.cause() + "; " + chosen.estimate(key);
    recorder.settle(Entry.without(key, Status.OUT_OF_MEMORY, cause));
    return false;
  }

  private Entry entry(BenchmarkKey key) {
    return log.run().entries().stream().filter(e -> e.key().equals(key)).findFirst().orElseThrow();
  }

  /** Of a run that goes on. */
  private Map<String, BenchmarkKey> endedLadders() {
    Map<String, BenchmarkKey> ended = new HashMap<>();
    log.run().entries().stream()
        .filter(entry -> entry.status() == Status.OUT_OF_MEMORY)
        .forEach(entry -> ended.put(ladder(entry.key()), entry.key()));
    return ended;
  }

  /** Benchmarks that differ in the batch alone. */
  private String ladder(BenchmarkKey key) {
    return workloads
        .ofBenchmark(key.benchmark())
        .filter(Manifest::inSeries)
        .map(workload -> workload.ladder(key.params()) + " " + key.mode())
        .orElse(key.toString());
  }

  private long batch(BenchmarkKey key) {
    return workloads.ofBenchmark(key.benchmark()).map(w -> w.origin().batchSize()).orElse(0L);
  }
}
