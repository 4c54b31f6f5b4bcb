package org.calque.results.report;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.calque.results.Entry;
import org.calque.results.Metric;
import org.calque.results.Status;
import org.calque.results.WorkloadFacts;

/**
 * An entry of one of the runs of the report.
 *
 * @param run which run, from 0
 * @param entry the entry
 * @param facts of its workload; null when it has none
 */
record Result(int run, Entry entry, WorkloadFacts facts) {

  /** The method, such as {@code step}. */
  String method() {
    return entry.method();
  }

  /** The parameters, and the number of threads and the mode as if they were some. */
  Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>(entry.params());
    settings.putIfAbsent("JMH threads", Integer.toString(entry.threads()));
    settings.putIfAbsent("mode", entry.mode());
    return settings;
  }

  boolean ok() {
    return entry.status() == Status.OK;
  }

  /** Short, for a mark in a chart: {@code OOM}, {@code failed}, {@code timeout}. */
  String mark() {
    return entry.status() == Status.OUT_OF_MEMORY ? "OOM" : status();
  }

  /** For a person: {@code out of memory}. */
  String status() {
    return entry.status().label();
  }

  Optional<ItemRate> rate(Metric metric) {
    return metric.primary()
        ? ItemRate.of(method(), facts, metric.unit(), Estimate.of(metric))
        : Optional.empty();
  }
}
