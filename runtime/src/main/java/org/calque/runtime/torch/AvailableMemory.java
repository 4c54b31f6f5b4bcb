package org.calque.runtime.torch;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.calque.runtime.DataType;
import org.calque.runtime.ReplayException;

/**
 * The physical memory that an allocation may take. Linux grants more than there is and kills the
 * process later, when the pages are touched; a size from a trace is checked before.
 */
final class AvailableMemory {
  private static final Path MEMINFO = Path.of("/proc/meminfo");
  private static final double GIB = 1L << 30;

  private AvailableMemory() {}

  /**
   * Checks that a storage fits.
   *
   * @throws ReplayException if it does not, with both sizes
   */
  static void require(long elements, DataType type) {
    // In floating point: a size from a damaged trace may not fit into 64 bits.
    double wanted = (double) elements * type.bytes();
    long available = bytes();
    if (elements < 0 || wanted > available) {
      throw new ReplayException(
          String.format(
              Locale.ROOT,
              "a tensor of %.1f GiB does not fit into the %.1f GiB available",
              wanted / GIB,
              available / GIB));
    }
  }

  /** What the kernel could give without swapping, within the container's limit if there is one. */
  private static long bytes() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    try (Stream<String> lines = Files.lines(MEMINFO)) {
      long available =
          lines
              .filter(line -> line.startsWith("MemAvailable:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
              .findFirst()
              .orElseGet(system::getFreeMemorySize);
      return Math.min(available, system.getTotalMemorySize());
    } catch (IOException e) {
      return system.getFreeMemorySize();
    }
  }
}
