package org.calque.results;

import java.util.Map;

/**
 * One benchmark of a run: what was asked for, how it ended and, when it ended well, JMH's own
 * record. {@link JmhFormat#entries} makes good entries from what JMH prints.
 *
 * @param benchmark fully qualified method, such as {@code org.example.Mlp.step}
 * @param params values of the {@code @Param} fields by name; empty when there are none
 * @param mode JMH's short label: {@code thrpt}, {@code avgt}, {@code sample} or {@code ss}
 * @param threads threads of one fork, all groups together
 * @param workload name of the {@link WorkloadFacts} it belongs to; null for none
 * @param status how it ended
 * @param cause one line that says why it did not end well; null when it did
 * @param jmh the object that JMH's {@code -rf json} prints for this benchmark, as it came; null
 *     unless the status is {@link Status#OK}
 * @param power what sensors told of its power; null when they were not asked
 */
public record Entry(
    String benchmark,
    Map<String, String> params,
    String mode,
    int threads,
    String workload,
    Status status,
    String cause,
    JmhRecord jmh,
    MeasuredPower power) {

  /**
   * Keeps the parameters in the order of their names and the cause on one line.
   *
   * @throws IllegalArgumentException when something is missing, when an ok entry has no record, or
   *     when another has one
   */
  public Entry {
    Facts.required(benchmark, "benchmark");
    Facts.required(mode, "mode");
    Facts.required(status, "status");
    params = Facts.sorted(params, "params");
    cause = cause == null ? null : cause.strip().replaceAll("\\s*\\R\\s*", " | ");
    if (threads < 1) {
      throw new IllegalArgumentException(benchmark + " has " + threads + " threads");
    }
    if (status == Status.OK
        && (jmh == null || jmh.metrics().isEmpty() || !jmh.metrics().get(0).primary())) {
      throw new IllegalArgumentException(benchmark + " is ok but has no record of JMH");
    }
    if (status != Status.OK && jmh != null) {
      throw new IllegalArgumentException(
          benchmark + " is " + status.word() + " but has a record of JMH");
    }
  }

  /** A benchmark that was tried and gave no result. */
  public static Entry failed(BenchmarkKey key, String cause) {
    return without(key, Status.FAILED, cause);
  }

  /** A benchmark that nobody saw end. */
  public static Entry lost(BenchmarkKey key, String cause) {
    return without(key, Status.LOST, cause);
  }

  /**
   * A benchmark without a result.
   *
   * @param status how it ended, not {@link Status#OK}
   * @param cause why, in one line
   */
  public static Entry without(BenchmarkKey key, Status status, String cause) {
    return new Entry(
        key.benchmark(), key.params(), key.mode(), key.threads(), null, status, cause, null, null);
  }

  /** The same entry as part of the workload of that name. */
  public Entry ofWorkload(String name) {
    return new Entry(benchmark, params, mode, threads, name, status, cause, jmh, power);
  }

  /** The method without its class, such as {@code step}. */
  public String method() {
    return benchmark.substring(benchmark.lastIndexOf('.') + 1);
  }

  /** What makes it the same benchmark in another run. */
  public BenchmarkKey key() {
    return new BenchmarkKey(benchmark, mode, threads, params);
  }

  /** How it ended and why, in one line for a person: {@code failed: aten::foo is not bound}. */
  public String outcome() {
    return status.label() + (cause == null || status == Status.DUE ? "" : ": " + cause);
  }

  /**
   * The same entry with another record of JMH, such as one of more forks, of whose power nothing is
   * known.
   */
  public Entry with(JmhRecord record) {
    return new Entry(benchmark, params, mode, threads, workload, status, cause, record, null);
  }

  /** The same entry with what sensors told of it. */
  public Entry with(MeasuredPower measured) {
    return new Entry(benchmark, params, mode, threads, workload, status, cause, jmh, measured);
  }
}
