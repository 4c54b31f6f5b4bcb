package org.calque.runtime.cuda;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Optional;

/**
 * A file with certain contents, in the user's cache where that can be written to, and otherwise in
 * a temporary folder until it is closed. No process ever sees a part of it under its name.
 */
final class UnpackedFile implements AutoCloseable {
  private final Path file;
  private final boolean temporary;

  private UnpackedFile(Path file, boolean temporary) {
    this.file = file;
    this.temporary = temporary;
  }

  /**
   * Unpacks a file unless it is there.
   *
   * @param name of the file
   * @param contents all of it
   * @param version name of a folder for the files that belong together
   * @throws IOException if neither the cache nor the temporary folder can be written to
   */
  static UnpackedFile of(String name, byte[] contents, String version) throws IOException {
    Optional<Path> cache = cache();
    if (cache.isPresent()) {
      try {
        Path folder = Files.createDirectories(cache.get().resolve("calque").resolve(version));
        return in(folder, name, contents, false);
      } catch (IOException e) {
        // A home that is missing or read-only, as in some containers.
      }
    }
    return in(Files.createTempDirectory("calque-" + version), name, contents, true);
  }

  /** The user's cache folder by the XDG Base Directory Specification. */
  private static Optional<Path> cache() {
    String configured = System.getenv("XDG_CACHE_HOME");
    Path cache =
        configured == null || configured.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(configured);
    return cache.isAbsolute() ? Optional.of(cache) : Optional.empty();
  }

  /** Unpacks into a folder, unless the file is there as a whole. */
  static UnpackedFile in(Path folder, String name, byte[] contents, boolean temporary)
      throws IOException {
    Path file = folder.resolve(name);
    // Compared as a whole: whatever a crash or a full disk left is replaced.
    if (!Files.isRegularFile(file) || !Arrays.equals(Files.readAllBytes(file), contents)) {
      Path part = Files.createTempFile(folder, name, ".part");
      try {
        Files.write(part, contents);
        // Processes that have mapped the file before keep theirs.
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    }
    return new UnpackedFile(file, temporary);
  }

  /** Where it is. */
  Path folder() {
    return file.getParent();
  }

  /** Deletes it if it is temporary; a library that was loaded from it stays loaded. */
  @Override
  public void close() throws IOException {
    if (temporary) {
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder());
    }
  }
}
