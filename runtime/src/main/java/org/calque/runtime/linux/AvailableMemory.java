package org.calque.runtime.linux;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The physical memory that this process may still take: what the kernel could give without
 * swapping, or less where a control group of the process allows less. Linux grants more than there
 * is and ends the process later, when the pages are touched; so it is asked before.
 */
public final class AvailableMemory {
  /**
   * A hierarchy of control groups: how it calls what a group may use, uses, and could give back.
   */
  private record Hierarchy(String folder, String limit, String usage, String cache) {}

  private static final Hierarchy VERSION_1 =
      new Hierarchy(
          "sys/fs/cgroup/memory",
          "memory.limit_in_bytes",
          "memory.usage_in_bytes",
          "total_inactive_file");

  private static final Hierarchy VERSION_2 =
      new Hierarchy("sys/fs/cgroup", "memory.max", "memory.current", "inactive_file");

  private AvailableMemory() {}

  /** Bytes that may still be taken; elsewhere than on Linux those that are free. */
  public static long bytes() {
    return bytes(Path.of("/"));
  }

  /** Bytes by the files of a system whose root is another folder. */
  static long bytes(Path root) {
    OptionalLong machine = field(root.resolve("proc/meminfo"), "MemAvailable:");
    return Math.min(
        machine.isPresent() ? machine.getAsLong() * 1024 : free(),
        lines(root.resolve("proc/self/cgroup"))
            .mapToLong(line -> leftInGroups(root, line))
            .min()
            .orElse(Long.MAX_VALUE));
  }

  private static long free() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getFreeMemorySize();
  }

  /** What a line of {@code /proc/self/cgroup} leaves: number, controllers and path of a group. */
  private static long leftInGroups(Path root, String line) {
    String[] fields = line.split(":", 3);
    if (fields.length < 3) {
      return Long.MAX_VALUE;
    }
    if (List.of(fields[1].split(",")).contains("memory")) {
      return leftInGroups(root, VERSION_1, fields[2]);
    }
    return fields[1].isEmpty() ? leftInGroups(root, VERSION_2, fields[2]) : Long.MAX_VALUE;
  }

  /** The least that the group and those around it leave; a container may not see its own path. */
  private static long leftInGroups(Path root, Hierarchy hierarchy, String path) {
    Path top = root.resolve(hierarchy.folder());
    long least = left(top, hierarchy);
    Path group = top;
    for (Path name : Path.of(path.replaceFirst("^/+", ""))) {
      group = group.resolve(name);
      least = Math.min(least, left(group, hierarchy));
    }
    return least;
  }

  private static long left(Path group, Hierarchy hierarchy) {
    OptionalLong limit = field(group.resolve(hierarchy.limit()), "");
    OptionalLong usage = field(group.resolve(hierarchy.usage()), "");
    if (limit.isEmpty() || usage.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long cache = field(group.resolve("memory.stat"), hierarchy.cache() + " ").orElse(0);
    return Math.max(0, limit.getAsLong() - usage.getAsLong() + cache);
  }

  /** The number after a name at the start of a line; none where a file says {@code max}. */
  private static OptionalLong field(Path file, String name) {
    return lines(file)
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(name.length()).replaceAll("\\D", ""))
        .filter(digits -> !digits.isEmpty())
        .mapToLong(Long::parseLong)
        .findFirst();
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      return Stream.empty();
    }
  }
}
