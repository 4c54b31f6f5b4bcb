package org.calque.launcher;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.JmhFormat;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/** What JMH hands over of a benchmark, as the entry of a run. */
final class JmhResults {
  private JmhResults() {}

  /** The key that a benchmark has in a run. */
  static BenchmarkKey key(BenchmarkParams params) {
    Map<String, String> parameters = new TreeMap<>();
    params.getParamsKeys().forEach(name -> parameters.put(name, params.getParam(name)));
    return new BenchmarkKey(
        params.getBenchmark(), params.getMode().shortLabel(), params.getThreads(), parameters);
  }

  /** The entry of a benchmark that ended well. */
  static Entry entry(RunResult result) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(bytes, false, StandardCharsets.UTF_8);
    ResultFormatFactory.getInstance(ResultFormatType.JSON, stream).writeOut(List.of(result));
    stream.flush();
    return JmhFormat.entries(bytes.toString(StandardCharsets.UTF_8)).get(0);
  }

  /** Whether every fork gave its iterations; one that calls {@code System.exit} gives none. */
  static boolean isWhole(BenchmarkResult aggregated) {
    BenchmarkParams params = aggregated.getParams();
    int due = Math.max(1, params.getForks()) * params.getMeasurement().getCount();
    return aggregated.getIterationResults().size() >= due;
  }

  /** The same of all forks of a benchmark. */
  static boolean isWhole(RunResult result) {
    return isWhole(result.getAggregatedResult());
  }

  /**
   * The result of a benchmark with its forks apart. JMH hands over the iterations of all forks in
   * one row when a benchmark ends, and keeps the forks to itself until the whole run has ended.
   */
  static RunResult byForks(BenchmarkResult aggregated) {
    BenchmarkParams params = aggregated.getParams();
    List<IterationResult> iterations = new ArrayList<>(aggregated.getIterationResults());
    int perFork = Math.max(1, params.getMeasurement().getCount());
    List<BenchmarkResult> forks = new ArrayList<>();
    for (int from = 0; from < iterations.size(); from += perFork) {
      int to = Math.min(from + perFork, iterations.size());
      forks.add(new BenchmarkResult(params, iterations.subList(from, to)));
    }
    return new RunResult(params, forks);
  }
}
