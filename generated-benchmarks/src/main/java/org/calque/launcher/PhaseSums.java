package org.calque.launcher;

import java.io.PrintStream;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;

/**
 * Sets the sum of a workload's phases beside its whole step, where a run measured all of them with
 * the same parameters as time per operation.
 */
final class PhaseSums {
  private PhaseSums() {}

  static void print(Collection<RunResult> results, Workloads workloads, PrintStream out) {
    Map<String, Map<String, RunResult>> settings = new TreeMap<>();
    for (RunResult result : results) {
      String benchmark = result.getParams().getBenchmark();
      int dot = benchmark.lastIndexOf('.');
      settings
          .computeIfAbsent(benchmark.substring(0, dot) + setting(result), k -> new TreeMap<>())
          .put(benchmark.substring(dot + 1), result);
    }
    settings.values().forEach(methods -> printOne(methods, workloads, out));
  }

  private static String setting(RunResult result) {
    return " " + JmhResults.key(result.getParams()).params() + result.getParams().getMode();
  }

  private static void printOne(
      Map<String, RunResult> methods, Workloads workloads, PrintStream out) {
    RunResult step = methods.get("step");
    if (step == null || !step.getPrimaryResult().getScoreUnit().endsWith("/op")) {
      return;
    }
    BenchmarkParams params = step.getParams();
    Manifest workload = workloads.ofBenchmark(params.getBenchmark()).orElse(null);
    if (workload == null
        || workload.phases().isEmpty()
        || !methods.keySet().containsAll(workload.phases())) {
      return;
    }
    StringBuilder line = new StringBuilder();
    double sum = 0;
    for (String phase : workload.phases()) {
      double score = methods.get(phase).getPrimaryResult().getScore();
      sum += score;
      line.append(line.isEmpty() ? "" : " + ")
          .append(String.format(Locale.ROOT, "%s %.3f", phase, score));
    }
    double whole = step.getPrimaryResult().getScore();
    out.printf(
        Locale.ROOT,
        "%s: %s = %.3f %s; whole step %.3f (%+.1f %%)%n",
        workload.workload(),
        line,
        sum,
        step.getPrimaryResult().getScoreUnit(),
        whole,
        (sum / whole - 1) * 100);
  }
}
