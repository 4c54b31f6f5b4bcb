package org.calque.results;

import java.util.Map;

/**
 * How a benchmark was measured, as its record of JMH says.
 *
 * @param benchmark fully qualified method; null when the record does not say
 * @param mode JMH's short label, such as {@code avgt}; null when the record does not say
 * @param threads threads of one fork, all groups together; null when the record does not say
 * @param params values of the {@code @Param} fields by name; empty when there are none
 * @param batchSize calls of the benchmark that one operation is, mostly 1
 * @param jvm the virtual machine of the forks
 */
public record JmhSettings(
    String benchmark,
    String mode,
    Integer threads,
    Map<String, String> params,
    int batchSize,
    Jvm jvm) {

  /** Keeps the parameters in the order of their names. */
  public JmhSettings {
    params = Facts.sorted(params, "params");
  }
}
