package org.calque.results;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * All bytes of a file. {@link Files#readAllBytes} does that too, but takes as much memory once more
 * outside the heap, and most of the time that a file of tens of megabytes takes goes into that.
 */
final class FileBytes {
  private static final int PIECE = 1 << 16;

  private FileBytes() {}

  /**
   * Reads to the end.
   *
   * @param file which may be a pipe, or grow meanwhile
   * @throws RunFormatException when it is larger than an array can be
   */
  static byte[] read(Path file) throws IOException {
    long expected = Files.size(file);
    if (expected >= Integer.MAX_VALUE - PIECE) {
      throw new RunFormatException("the file has more than 2 GB");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = new byte[(int) expected];
      int size = 0;
      int read = 0;
      while (read >= 0 && size < bytes.length) {
        read = in.read(bytes, size, Math.min(PIECE, bytes.length - size));
        size += Math.max(0, read);
      }
      byte[] further = in.readAllBytes(); // of a pipe, or of a file that grew meanwhile
      if (size == bytes.length && further.length == 0) {
        return bytes;
      }
      byte[] all = Arrays.copyOf(bytes, size + further.length);
      System.arraycopy(further, 0, all, size, further.length);
      return all;
    }
  }
}
