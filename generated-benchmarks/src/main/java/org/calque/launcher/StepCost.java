package org.calque.launcher;

import tools.jackson.databind.JsonNode;

/**
 * What one step costs the machine, on average over several; {@code null} where unknown.
 *
 * @param userSeconds CPU time outside the kernel
 * @param systemSeconds CPU time inside the kernel
 * @param minorFaults page faults served from memory
 * @param majorFaults page faults that read from a disk
 * @param growthBytes most memory resident, above the level before the workload was there
 * @param instructions instructions of the processor
 * @param cacheMisses misses of its last level of cache
 */
record StepCost(
    Double userSeconds,
    Double systemSeconds,
    Double minorFaults,
    Double majorFaults,
    Double growthBytes,
    Double instructions,
    Double cacheMisses) {

  /**
   * The cost of the steps between two answers of {@link UsageMeter}.
   *
   * @param steps how many there were
   */
  static StepCost between(JsonNode before, JsonNode after, int steps) {
    return new StepCost(
        perStep(before, after, "user_seconds", steps),
        perStep(before, after, "system_seconds", steps),
        perStep(before, after, "minor_page_faults", steps),
        perStep(before, after, "major_page_faults", steps),
        after.path("peak_rss_bytes").doubleValue()
            - after.path("rss_before_workload_bytes").doubleValue(),
        perStep(before, after, "instructions", steps),
        perStep(before, after, "cache_misses", steps));
  }

  private static Double perStep(JsonNode before, JsonNode after, String key, int steps) {
    return before.path(key).isNumber() && after.path(key).isNumber()
        ? (after.path(key).doubleValue() - before.path(key).doubleValue()) / steps
        : null;
  }
}
