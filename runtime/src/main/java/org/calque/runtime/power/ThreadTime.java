package org.calque.runtime.power;

import java.lang.management.ManagementFactory;

/** CPU time of threads. */
final class ThreadTime {
  private ThreadTime() {}

  /**
   * Nanoseconds that a thread has run; 0 if it has ended, and in a Java runtime that was built
   * without management or does not tell.
   */
  static long nanos(Thread thread) {
    try {
      var threads = ManagementFactory.getThreadMXBean();
      return threads.isThreadCpuTimeSupported()
          ? Math.max(0, threads.getThreadCpuTime(thread.getId()))
          : 0;
    } catch (LinkageError e) {
      return 0;
    }
  }
}
