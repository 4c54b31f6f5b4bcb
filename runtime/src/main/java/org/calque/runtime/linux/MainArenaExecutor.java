package org.calque.runtime.linux;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs tasks on threads that allocate from glibc's main arena, as the thread of a recorded original
 * did. JMH makes one by name ({@code -Djmh.executor=CUSTOM}), for benchmarks of one thread.
 */
public final class MainArenaExecutor extends ThreadPoolExecutor {

  /**
   * A fixed number of threads, none of which keeps a JVM from ending.
   *
   * @param threads how many
   * @param name beginning of their names
   */
  public MainArenaExecutor(int threads, String name) {
    super(
        threads,
        threads,
        0,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        worker -> {
          Thread thread = new Thread(() -> MainArena.run(worker), name + "-main-arena");
          thread.setDaemon(true);
          return thread;
        });
  }
}
