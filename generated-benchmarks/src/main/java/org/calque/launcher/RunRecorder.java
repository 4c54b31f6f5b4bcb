package org.calque.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.MeasuredPower;
import org.calque.results.Run;
import org.calque.results.RunLog;
import org.calque.results.Status;
import org.calque.runtime.ReplayException;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/**
 * Listens to JMH beside its own output and keeps the run up to date: a benchmark is lost when it
 * starts, and becomes what it was when it ends. JMH itself says nothing of one that failed.
 */
final class RunRecorder implements OutputFormat {
  private static final String GONE = "the launcher ended before the benchmark did";
  private static final String DUE = "the launcher ended before the benchmark began";

  private final OutputFormat output;
  private final RunLog log;
  private final Workloads workloads;
  private final TimeLimit limit;
  private final Supplier<MeasuredPower> power;
  private final Map<BenchmarkKey, MeasuredPower> powers = new HashMap<>();
  private final FailureCause cause = new FailureCause();
  private BenchmarkKey current;
  private boolean begun;

  /**
   * A recorder of a run that begins.
   *
   * @param power what was measured since it was asked last; null for nothing
   */
  RunRecorder(
      OutputFormat output,
      RunLog log,
      Workloads workloads,
      TimeLimit limit,
      Supplier<MeasuredPower> power) {
    this.output = output;
    this.log = log;
    this.workloads = workloads;
    this.limit = limit;
    this.power = power;
  }

  /** What becomes of a benchmark that is due, should nobody see it begin. */
  static Entry due(BenchmarkKey key, Workloads workloads) {
    return ofWorkload(Entry.lost(key, DUE), workloads);
  }

  @Override
  public void startBenchmark(BenchmarkParams params) {
    failCurrent();
    current = JmhResults.key(params);
    begun = true;
    cause.clear();
    record(Entry.lost(current, GONE));
    limit.start();
    output.startBenchmark(params);
  }

  @Override
  public void endBenchmark(BenchmarkResult result) {
    limit.stop();
    powers.put(current, power.get());
    if (result != null && JmhResults.isWhole(result)) {
      current = null;
      record(JmhResults.entry(JmhResults.byForks(result)));
    }
    output.endBenchmark(result);
  }

  /**
   * Ends the recording: what started and did not end has failed, what did not start is skipped.
   *
   * @return the run; empty when nothing was ever started, in which case it is forgotten
   */
  Optional<Run> finish(Collection<RunResult> results) {
    failCurrent();
    try {
      if (!begun) {
        log.discard();
        return Optional.empty();
      }
      results.stream().filter(JmhResults::isWhole).map(JmhResults::entry).forEach(this::record);
      skipTheRest();
      return Optional.of(log.finish(Instant.now()));
    } catch (IOException e) {
      throw notStored(e);
    }
  }

  /** Takes what became of a benchmark that JMH was not asked for. */
  void settle(Entry entry) {
    begun = true;
    record(entry);
  }

  /** Settles the benchmark that JMH ran last, should it have failed. */
  void settleCurrent() {
    failCurrent();
  }

  private void skipTheRest() {
    List<Entry> entries = log.run().entries();
    String stoppedAt =
        entries.stream()
            .filter(entry -> entry.status() != Status.OK && !entry.status().unfinished())
            .reduce((first, second) -> second)
            .map(entry -> "the run stopped when " + entry.key() + " failed")
            .orElse("the run stopped before");
    for (Entry entry : entries) {
      if (entry.status().unfinished() && entry.status() != Status.SKIPPED) {
        record(Entry.without(entry.key(), Status.SKIPPED, stoppedAt));
      }
    }
  }

  /** JMH starts the next benchmark, or ends, without a word about one that failed. */
  private void failCurrent() {
    limit.stop();
    if (current != null) {
      powers.putIfAbsent(current, power.get());
      record(cause.failure(limit.exceeded()).of(current));
      current = null;
    }
  }

  private void record(Entry entry) {
    try {
      MeasuredPower measured = powers.get(entry.key());
      Entry whole = measured == null ? entry : entry.with(measured);
      log.append(ofWorkload(whole, workloads));
    } catch (IOException e) {
      throw notStored(e);
    }
  }

  private static Entry ofWorkload(Entry entry, Workloads workloads) {
    return workloads
        .ofBenchmark(entry.benchmark())
        .map(manifest -> entry.ofWorkload(manifest.workload()))
        .orElse(entry);
  }

  private static ReplayException notStored(IOException e) {
    return new ReplayException("the run cannot be stored: " + e.getMessage(), e);
  }

  @Override
  public void iteration(BenchmarkParams benchmark, IterationParams params, int iteration) {
    output.iteration(benchmark, params, iteration);
  }

  @Override
  public void iterationResult(
      BenchmarkParams benchmark, IterationParams params, int iteration, IterationResult data) {
    output.iterationResult(benchmark, params, iteration, data);
  }

  @Override
  public void startRun() {
    output.startRun();
  }

  @Override
  public void endRun(Collection<RunResult> result) {
    output.endRun(result);
  }

  @Override
  public void print(String text) {
    cause.add(text);
    output.print(text);
  }

  @Override
  public void println(String text) {
    cause.add(text + "\n");
    output.println(text);
  }

  @Override
  public void flush() {
    output.flush();
  }

  @Override
  public void close() {
    output.close();
  }

  @Override
  public void verbosePrintln(String text) {
    output.verbosePrintln(text);
  }

  @Override
  public void write(int value) {
    cause.add(String.valueOf((char) value));
    output.write(value);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    cause.add(new String(bytes, StandardCharsets.UTF_8));
    output.write(bytes);
  }
}
