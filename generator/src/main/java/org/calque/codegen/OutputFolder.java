package org.calque.codegen;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * The generator's output folder. It belongs to the generator: files that it no longer produces are
 * removed, files whose content has not changed are left alone, so that compilers see no change.
 */
public final class OutputFolder {
  /** Marks a folder as the generator's own, so that nobody's files are removed by mistake. */
  private static final String MARKER = ".calque-generated";

  private final Path root;

  /** A folder that need not exist yet. */
  public OutputFolder(Path root) {
    this.root = root;
  }

  /**
   * What an update did.
   *
   * @param written files written because they are new or differ
   * @param unchanged files left alone
   * @param removed files that are no longer produced
   */
  public record Update(int written, int unchanged, int removed) {}

  /**
   * Makes the folder hold exactly these files.
   *
   * @param files content by path below the folder
   * @throws IOException if the folder holds files but is not the generator's, or cannot be written
   */
  public Update write(SortedMap<String, FileContent> files) throws IOException {
    List<Path> present = present();
    if (!present.isEmpty() && !Files.exists(root.resolve(MARKER))) {
      throw new IOException(
          root + " holds files that Calque did not write; choose an empty or new folder");
    }
    Files.createDirectories(root);
    Files.writeString(root.resolve(MARKER), "Files here are written and removed by Calque.\n");
    Set<Path> wanted = new HashSet<>();
    int written = 0;
    for (var file : files.entrySet()) {
      Path path = root.resolve(file.getKey());
      wanted.add(path);
      written += write(path, file.getValue()) ? 1 : 0;
    }
    int removed = 0;
    for (Path path : present) {
      if (!wanted.contains(path) && Files.deleteIfExists(path)) {
        removed++;
        removeEmptyFolders(path.getParent());
      }
    }
    return new Update(written, files.size() - written, removed);
  }

  /** Whether there was something to write. */
  private static boolean write(Path path, FileContent content) throws IOException {
    Files.createDirectories(path.getParent());
    Path partial = path.resolveSibling(path.getFileName() + ".partial");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(partial))) {
      content.writeTo(out);
    }
    if (Files.exists(path) && Files.mismatch(path, partial) < 0) {
      Files.delete(partial);
      return false;
    }
    Files.move(partial, path, StandardCopyOption.REPLACE_EXISTING);
    return true;
  }

  private List<Path> present() throws IOException {
    if (!Files.exists(root)) {
      return List.of();
    }
    try (Stream<Path> walk = Files.walk(root)) {
      return new ArrayList<>(
          walk.filter(Files::isRegularFile)
              .filter(path -> !path.getFileName().toString().equals(MARKER))
              .sorted(Comparator.reverseOrder())
              .toList());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void removeEmptyFolders(Path folder) throws IOException {
    Path empty = folder;
    while (!empty.equals(root)) {
      try {
        Files.delete(empty);
      } catch (DirectoryNotEmptyException e) {
        return;
      }
      empty = empty.getParent();
    }
  }
}
