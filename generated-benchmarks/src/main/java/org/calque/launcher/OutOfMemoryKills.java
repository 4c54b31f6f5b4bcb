package org.calque.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How many processes Linux has killed because memory ran out, since it started; 0 where it does not
 * say. A process that is killed so cannot say anything itself.
 *
 * @param counters of the virtual memory, {@code /proc/vmstat}
 */
record OutOfMemoryKills(Path counters) {
  private static final String NAME = "oom_kill ";

  static OutOfMemoryKills ofThisMachine() {
    return new OutOfMemoryKills(Path.of("/proc/vmstat"));
  }

  long count() {
    try {
      return Files.readAllLines(counters).stream()
          .filter(line -> line.startsWith(NAME))
          .mapToLong(line -> Long.parseLong(line.substring(NAME.length()).strip()))
          .sum();
    } catch (IOException | NumberFormatException e) {
      return 0; // not Linux
    }
  }
}
