package org.calque.runtime.linux;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/**
 * glibc's main arena: the part of the heap that a program's first thread allocates from, and that a
 * recorded original, being on that thread, had for itself.
 *
 * <p>A JVM runs no Java on its first thread, so glibc would serve a thread that replays from a
 * secondary arena, and those return every piece that becomes empty to the system, whatever the
 * settings say. A new thread is given the main arena when there may be no further ones and its turn
 * has come; so threads are started until it comes.
 */
final class MainArena {
  /** Number of {@code M_ARENA_MAX} from {@code malloc.h}. */
  private static final int ARENA_MAX = -8;

  /** Too large for the cache of a thread, and too small to be mapped for itself. */
  private static final int PROBE_BYTES = 100_000;

  /** The bit of a chunk's size that {@code malloc.c} calls {@code NON_MAIN_ARENA}. */
  private static final int NOT_MAIN = 4;

  /** More than glibc makes arenas for eight times as many processors as this machine has. */
  private static final int MOST_TRIES = 16 * Runtime.getRuntime().availableProcessors() + 16;

  private MainArena() {}

  /** Runs a task on this thread or on a new one, whichever is the first with the main arena. */
  static void run(Runnable task) {
    run(task, MOST_TRIES);
  }

  private static void run(Runnable task, int tries) {
    if (tries == 0 || isMine()) {
      task.run();
      return;
    }
    Thread current = Thread.currentThread();
    // This thread waits, so that the next one cannot be given its arena.
    Thread next = new Thread(() -> run(task, tries - 1), current.getName());
    next.setDaemon(current.isDaemon());
    next.start();
    while (next.isAlive()) {
      try {
        next.join();
      } catch (InterruptedException e) {
        next.interrupt();
      }
    }
  }

  /** Whether this thread allocates from the main arena, or it cannot be told. */
  static boolean isMine() {
    if (!isGlibc()) {
      return true;
    }
    long chunk = Native.malloc(PROBE_BYTES);
    boolean main = (new Pointer(chunk).getLong(-Long.BYTES) & NOT_MAIN) == 0;
    Native.free(chunk);
    return main;
  }

  /** Lets the C library make no further arenas; false where it has none. */
  private static boolean isGlibc() {
    try {
      NativeLibrary library = NativeLibrary.getInstance("c");
      library.getFunction("gnu_get_libc_version");
      return library.getFunction("mallopt").invokeInt(new Object[] {ARENA_MAX, 1}) == 1;
    } catch (LinkageError e) {
      return false;
    }
  }
}
