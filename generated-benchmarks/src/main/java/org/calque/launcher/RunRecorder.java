package org.calque.launcher;

import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.Run;
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
  /** Where the run goes after each change. */
  @FunctionalInterface
  interface Sink {
    void save(Run run) throws IOException;
  }

  private final OutputFormat output;
  private final Workloads workloads;
  private final Sink sink;
  private final FailureCause cause = new FailureCause();
  private Run run;
  private BenchmarkKey current;

  RunRecorder(OutputFormat output, Run run, Workloads workloads, Sink sink) {
    this.output = output;
    this.run = run;
    this.workloads = workloads;
    this.sink = sink;
  }

  Run run() {
    return run;
  }

  @Override
  public void startBenchmark(BenchmarkParams params) {
    failCurrent();
    current = JmhRecord.key(params);
    cause.clear();
    record(Entry.lost(current, "the launcher ended before the benchmark did"));
    output.startBenchmark(params);
  }

  @Override
  public void endBenchmark(BenchmarkResult result) {
    if (result != null) {
      current = null;
      record(JmhRecord.entry(JmhRecord.byForks(result)));
    }
    output.endBenchmark(result);
  }

  /** Ends the recording: what started and did not end has failed. */
  void finish(Collection<RunResult> results) {
    failCurrent();
    results.forEach(result -> record(JmhRecord.entry(result)));
    run = run.finish(Instant.now());
    save();
  }

  /** JMH starts the next benchmark, or ends, without a word about one that failed. */
  private void failCurrent() {
    if (current != null) {
      record(Entry.failed(current, cause.text()));
      current = null;
    }
  }

  private void record(Entry entry) {
    run =
        run.with(
            workloads
                .ofBenchmark(entry.benchmark())
                .map(manifest -> entry.ofWorkload(manifest.workload()))
                .orElse(entry));
    save();
  }

  private void save() {
    try {
      sink.save(run);
    } catch (IOException e) {
      throw new ReplayException("the run cannot be stored: " + e.getMessage(), e);
    }
  }

  /** How many benchmarks did not end well. */
  long failures() {
    return run.entries().stream().filter(entry -> entry.status() != Status.OK).count();
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
    cause.add(new String(bytes, java.nio.charset.StandardCharsets.UTF_8));
    output.write(bytes);
  }
}
