package org.calque.runtime.linux;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import java.util.OptionalLong;

/**
 * The processor's counters for the thread that opens them and the threads that it starts later, by
 * perf_event_open(2). Virtual machines and containers often have none.
 */
public final class HardwareCounters implements AutoCloseable {
  private static final int HARDWARE = 0;
  private static final int INSTRUCTIONS = 1;
  private static final int CACHE_MISSES = 3;

  /** Size of the first version of {@code perf_event_attr}, which has all that is needed. */
  private static final int ATTRIBUTES_SIZE = 64;

  private static final int FLAGS_OFFSET = 40;
  private static final long INHERIT = 1 << 1;
  private static final long EXCLUDE_KERNEL = 1 << 5;
  private static final long EXCLUDE_HYPERVISOR = 1 << 6;

  private final int instructions;
  private final int cacheMisses;

  private HardwareCounters(int instructions, int cacheMisses) {
    this.instructions = instructions;
    this.cacheMisses = cacheMisses;
  }

  /** Starts to count; a counter that there is not stays empty. */
  public static HardwareCounters open() {
    return new HardwareCounters(open(HARDWARE, INSTRUCTIONS), open(HARDWARE, CACHE_MISSES));
  }

  /** A descriptor, or a negative number where the kernel has no such counter. */
  static int open(int type, int event) {
    long call = systemCall();
    if (call < 0) {
      return -1;
    }
    try (Memory attributes = new Memory(ATTRIBUTES_SIZE)) {
      attributes.clear();
      attributes.setInt(0, type);
      attributes.setInt(4, ATTRIBUTES_SIZE);
      attributes.setLong(8, event);
      attributes.setLong(FLAGS_OFFSET, INHERIT | EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR);
      // This thread, any processor, no group, no flags.
      return function("syscall").invokeInt(new Object[] {call, attributes, 0, -1, -1, 0L});
    } catch (LinkageError e) {
      return -1;
    }
  }

  /** The number of the system call, or -1 where it is not known. */
  private static long systemCall() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return -1;
    }
    return switch (System.getProperty("os.arch")) {
      case "amd64" -> 298;
      case "aarch64" -> 241;
      default -> -1;
    };
  }

  private static Function function(String name) {
    return NativeLibrary.getInstance("c").getFunction(name);
  }

  /** Instructions so far. */
  public OptionalLong instructions() {
    return read(instructions);
  }

  /** Misses of the last level of cache so far. */
  public OptionalLong cacheMisses() {
    return read(cacheMisses);
  }

  /** The count of a descriptor. */
  static OptionalLong read(int descriptor) {
    if (descriptor < 0) {
      return OptionalLong.empty();
    }
    try (Memory count = new Memory(Long.BYTES)) {
      long read = function("read").invokeLong(new Object[] {descriptor, count, (long) Long.BYTES});
      return read == Long.BYTES ? OptionalLong.of(count.getLong(0)) : OptionalLong.empty();
    }
  }

  @Override
  public void close() {
    close(instructions);
    close(cacheMisses);
  }

  static void close(int descriptor) {
    if (descriptor >= 0) {
      function("close").invokeInt(new Object[] {descriptor});
    }
  }
}
