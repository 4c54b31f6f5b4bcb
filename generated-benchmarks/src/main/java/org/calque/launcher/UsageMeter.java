package org.calque.launcher;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.calque.runtime.linux.HardwareCounters;
import tools.jackson.databind.json.JsonMapper;

/** Tells what a replay costs the machine, from before its first tensor on. */
final class UsageMeter implements AutoCloseable {
  private final long residentBefore;
  private final HardwareCounters counters;

  private UsageMeter(long residentBefore, HardwareCounters counters) {
    this.residentBefore = residentBefore;
    this.counters = counters;
  }

  /** Begins; for the thread that will replay. */
  static UsageMeter start() throws IOException {
    return new UsageMeter(ProcessUsage.current().residentBytes(), HardwareCounters.open());
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
