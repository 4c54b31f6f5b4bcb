package org.calque.results;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What makes a benchmark the same one in two runs: its name alone is not enough, since JMH measures
 * one method in several modes, thread counts and parameter values.
 *
 * @param benchmark fully qualified method, such as {@code org.example.Mlp.step}
 * @param mode JMH's short label: {@code thrpt}, {@code avgt}, {@code sample} or {@code ss}
 * @param threads threads of one fork, all groups together
 * @param params values of the {@code @Param} fields by name; empty when there are none
 */
public record BenchmarkKey(String benchmark, String mode, int threads, Map<String, String> params) {

  /** Keeps the parameters in the order of their names. */
  public BenchmarkKey {
    Facts.required(benchmark, "benchmark");
    Facts.required(mode, "mode");
    params = Facts.sorted(params, "params");
  }

  /** The same with other parameters, such as those that are worth showing. */
  public BenchmarkKey with(Map<String, String> others) {
    return new BenchmarkKey(benchmark, mode, threads, others);
  }

  /** For a person: {@code org.example.Mlp.step [batch=8] avgt, 2 threads}. */
  @Override
  public String toString() {
    return benchmark
        + (params.isEmpty() ? "" : " " + describeParams())
        + " "
        + mode
        + (threads == 1 ? "" : ", " + threads + " threads");
  }

  /** The parameters as {@code [batch=8, dtype=float]}; empty text when there are none. */
  public String describeParams() {
    return params.isEmpty()
        ? ""
        : new TreeMap<>(params)
            .entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(", ", "[", "]"));
  }
}
