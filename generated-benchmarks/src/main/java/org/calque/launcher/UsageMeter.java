package org.calque.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.calque.runtime.linux.HardwareCounters;
import tools.jackson.databind.json.JsonMapper;

/** Tells what a replay costs the machine. Made by the thread that will replay. */
final class UsageMeter implements AutoCloseable {
  private static final Duration SETTLING = Duration.ofMillis(200);

  private final HardwareCounters counters = HardwareCounters.open();
  private long residentBefore;

  /**
   * Takes what is resident now for the level before the first tensor. What this class itself needs
   * is loaded by then, and what binding has left behind is collected, so that neither lies between
   * tensors or makes the heap grow later.
   */
  void level() {
    try {
      json();
      System.gc();
      residentBefore = settled();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is resident when the collector has given back to the system what it is going to. */
  private static long settled() throws IOException {
    long before = Long.MAX_VALUE;
    long resident = ProcessUsage.current().residentBytes();
    while (resident < before) {
      LockSupport.parkNanos(SETTLING.toNanos());
      before = resident;
      resident = ProcessUsage.current().residentBytes();
    }
    return resident;
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
