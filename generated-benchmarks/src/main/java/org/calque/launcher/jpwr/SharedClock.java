package org.calque.launcher.jpwr;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How far the clock of this machine is from that of the file system which several nodes share: on
 * one that stamps files by its server, nodes whose clocks differ are told from each other.
 */
final class SharedClock {
  private SharedClock() {}

  /** Seconds that this machine is ahead; on a file system of its own about nothing. */
  static double ahead(Path folder) throws IOException {
    long before = System.currentTimeMillis();
    Path file = Files.createTempFile(folder, ".clock", ".tmp");
    try {
      long after = System.currentTimeMillis();
      long stamped = Files.getLastModifiedTime(file).toMillis();
      return ((before + after) / 2.0 - stamped) / 1e3;
    } finally {
      Files.delete(file);
    }
  }
}
