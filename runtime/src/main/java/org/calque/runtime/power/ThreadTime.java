package org.calque.runtime.power;

import java.lang.management.ManagementFactory;

/** CPU time of the calling thread. */
final class ThreadTime {
  private ThreadTime() {}

  /** Nanoseconds; 0 in a Java runtime that was built without management or does not tell. */
  static long nanos() {
    try {
      var threads = ManagementFactory.getThreadMXBean();
      return threads.isCurrentThreadCpuTimeSupported() ? threads.getCurrentThreadCpuTime() : 0;
    } catch (LinkageError e) {
      return 0;
    }
  }
}
