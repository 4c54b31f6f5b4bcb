package org.calque.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.calque.runtime.linux.HardwareCounters;
import tools.jackson.databind.json.JsonMapper;

/** Tells what a replay costs the machine. Made by the thread that will replay. */
final class UsageMeter implements AutoCloseable {
  private final HardwareCounters counters = HardwareCounters.open();
  private long residentBefore;

  /**
   * Takes what is resident now for the level before the first tensor. What this class itself needs
   * is loaded by then, so that it does not come to lie between tensors.
   */
  void level() {
    try {
      json();
      residentBefore = ProcessUsage.current().residentBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the process has used so far, in one line; null for counters that there are not. */
  String json() throws IOException {
    ProcessUsage usage = ProcessUsage.current();
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("user_seconds", usage.userSeconds());
    values.put("system_seconds", usage.systemSeconds());
    values.put("minor_page_faults", usage.minorFaults());
    values.put("major_page_faults", usage.majorFaults());
    values.put("rss_before_workload_bytes", residentBefore);
    values.put("rss_bytes", usage.residentBytes());
    values.put("peak_rss_bytes", usage.peakResidentBytes());
    values.put("instructions", orNull(counters.instructions()));
    values.put("cache_misses", orNull(counters.cacheMisses()));
    return JsonMapper.shared().writeValueAsString(values);
  }

  private static Long orNull(OptionalLong count) {
    return count.isPresent() ? count.getAsLong() : null;
  }

  @Override
  public void close() {
    counters.close();
  }
}
