package org.calque.results;

import java.util.Map;

/**
 * How much of a workload the engine could bind.
 *
 * @param callsTotal operator calls of one step
 * @param callsBound those of them that the engine runs
 * @param missing calls that it cannot run, counted by operator schema name, such as {@code
 *     aten::foo.out}
 */
public record Coverage(int callsTotal, int callsBound, Map<String, Integer> missing) {

  /**
   * Keeps the missing operators in the order of their names.
   *
   * @throws IllegalArgumentException when more calls are bound than there are
   */
  public Coverage {
    if (callsBound < 0 || callsBound > callsTotal) {
      throw new IllegalArgumentException(
          "coverage binds " + callsBound + " calls of " + callsTotal + "; expected 0 to all");
    }
    missing = Facts.sorted(missing, "missing");
  }
}
