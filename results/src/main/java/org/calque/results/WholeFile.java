package org.calque.results;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that a reader, or who looks after a crash, finds whole or not at all. */
public final class WholeFile {
  private static final int BUFFER = 1 << 16;

  private WholeFile() {}

  /** What a file is to hold. */
  @FunctionalInterface
  public interface Content {
    /** Writes all of it, and leaves the stream open. */
    void write(OutputStream out) throws IOException;
  }

  /** Writes a file in the place of an earlier one; its bytes are on the disk before its name is. */
  public static void write(Path file, Content content) throws IOException {
    // Not Files.createTempFile: its files are private to the user, and would stay so after the
    // move.
    Path temporary = file.resolveSibling("." + file.getFileName() + "." + RunId.suffix() + ".tmp");
    try {
      try (FileChannel out =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        OutputStream stream = new BufferedOutputStream(Channels.newOutputStream(out), BUFFER);
        content.write(stream);
        stream.flush();
        out.force(true);
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Writes a text in UTF-8. */
  public static void write(Path file, String text) throws IOException {
    write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }
}
