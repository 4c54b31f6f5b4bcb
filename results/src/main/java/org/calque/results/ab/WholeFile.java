package org.calque.results.ab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files that a reader, or who looks after a crash, finds whole or not at all. */
final class WholeFile {
  private WholeFile() {}

  static void write(Path file, String text) throws IOException {
    Path temporary = file.resolveSibling("." + file.getFileName() + ".tmp");
    Files.write(temporary, text.getBytes(StandardCharsets.UTF_8));
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
