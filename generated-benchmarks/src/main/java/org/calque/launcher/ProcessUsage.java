package org.calque.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What this process has used so far, from Linux's {@code /proc/self}; zero where there is none.
 *
 * @param userSeconds CPU time outside the kernel
 * @param systemSeconds CPU time inside the kernel
 * @param minorFaults page faults served from memory
 * @param majorFaults page faults that read from a disk
 * @param residentBytes memory resident now
 * @param peakResidentBytes most memory resident so far
 */
record ProcessUsage(
    double userSeconds,
    double systemSeconds,
    long minorFaults,
    long majorFaults,
    long residentBytes,
    long peakResidentBytes) {
  private static final Path STATUS = Path.of("/proc/self/status");

  /** The unit of times in {@code /proc}, the same on every Linux that has it. */
  private static final double TICKS_PER_SECOND = 100;

  static ProcessUsage current() throws IOException {
    Path stat = Path.of("/proc/self/stat");
    if (!Files.exists(stat)) {
      return new ProcessUsage(0, 0, 0, 0, 0, 0);
    }
    // The second field is a name in parentheses that may hold spaces.
    String text = Files.readString(stat);
    String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
    List<String> status = Files.readAllLines(STATUS);
    return new ProcessUsage(
        Long.parseLong(fields[11]) / TICKS_PER_SECOND,
        Long.parseLong(fields[12]) / TICKS_PER_SECOND,
        Long.parseLong(fields[7]),
        Long.parseLong(fields[9]),
        kibibytes(status, "VmRSS:"),
        kibibytes(status, "VmHWM:"));
  }

  private static long kibibytes(List<String> status, String field) {
    return status.stream()
        .filter(line -> line.startsWith(field))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
        .findFirst()
        .orElse(0);
  }
}
