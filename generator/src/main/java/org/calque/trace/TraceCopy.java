package org.calque.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Copies the text of a trace out of whatever it is packed in. It goes through in pieces, so its
 * length does not matter.
 */
public final class TraceCopy {
  private TraceCopy() {}

  /**
   * Copies a trace that has been read before.
   *
   * @param file the file
   * @param source what the reader said of it; names the entry of an archive
   * @param out takes the unpacked text; stays open
   */
  public static void copy(
      Path file, ExecutionTrace.Source source, ReadLimits limits, OutputStream out)
      throws IOException {
    String path = entry(file.getFileName().toString(), source.file());
    try (InputStream input = Files.newInputStream(file)) {
      Container.read(
          file.toString(),
          input,
          limits,
          found -> {
            if (found.path().equals(path)) {
              found.content().transferTo(out);
            }
          });
    }
  }

  /** The path in an archive; empty where the file is none. */
  private static String entry(String file, String source) {
    return source.equals(file)
        ? ""
        : source.substring(file.length() + ExecutionTraceReader.ENTRY.length());
  }
}
