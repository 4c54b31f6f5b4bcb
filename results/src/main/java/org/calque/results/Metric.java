package org.calque.results;

import java.util.List;

/**
 * One measured quantity of a benchmark, as JMH recorded it.
 *
 * @param name {@link #PRIMARY}, or the label of a secondary metric such as {@code
 *     gc.alloc.rate.norm}
 * @param unit as JMH prints it, such as {@code us/op}
 * @param score JMH's own aggregate over all iterations of all forks; may be NaN or infinite
 * @param sample the iterations; empty when JMH recorded no raw data
 */
public record Metric(String name, String unit, double score, Sample sample) {

  /** The name of what the benchmark itself measures. */
  public static final String PRIMARY = "primary";

  /** Whether this is what the benchmark itself measures, not what a profiler saw. */
  public boolean primary() {
    return name.equals(PRIMARY);
  }

  /**
   * The metrics of an entry: the primary one first, then the secondary ones in the order of JMH's
   * record. Results that are text are left out. Empty for an entry that did not end well.
   */
  public static List<Metric> of(Entry entry) {
    return entry.jmh() == null ? List.of() : entry.jmh().metrics();
  }
}
