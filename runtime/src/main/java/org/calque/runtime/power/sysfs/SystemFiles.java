package org.calque.runtime.power.sysfs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.calque.runtime.power.SensorException;

/** The files of a system whose root may be another folder. */
record SystemFiles(Path root, FileOpener opener) {
  /** {@code hwmon2} before {@code hwmon10}, and a zone before those within it. */
  private static final Comparator<Path> BY_NUMBER =
      Comparator.comparing((Path path) -> path.getFileName().toString().length())
          .thenComparing(path -> path.getFileName().toString());

  /** What is in a folder below the root; nothing if there is none. */
  List<Path> in(String folder) {
    return in(root.resolve(folder));
  }

  /** What is in a folder; nothing if there is none. */
  static List<Path> in(Path folder) {
    try (Stream<Path> paths = Files.list(folder)) {
      return paths.sorted(BY_NUMBER).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  SmallFile file(Path path) {
    return new SmallFile(path, opener);
  }

  /** The text of a file; empty if it cannot be read. */
  String text(Path path) {
    try (SmallFile file = file(path)) {
      return file.text();
    } catch (SensorException e) {
      return "";
    }
  }

  /** The whole number in a file; 0 or less if it cannot be read. */
  long number(Path path) {
    try (SmallFile file = file(path)) {
      return file.number();
    } catch (SensorException e) {
      return 0;
    }
  }

  /** The folder itself, behind the links that lead to it. */
  static Path real(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException e) {
      return folder;
    }
  }
}
