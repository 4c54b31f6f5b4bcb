package org.calque.runtime.power.sysfs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.calque.runtime.power.PowerSearch;

/**
 * A {@code /sys} in a folder, with links as the kernel has them. Files are changed in place, since
 * whoever has one open reads on from it.
 */
public final class FakeSysfs {
  /** Files keep this length, so that none is ever seen cut off; lines after the first are empty. */
  private static final int LENGTH = 64;

  private final Path root;

  /** An empty one. */
  public FakeSysfs(Path root) {
    this.root = root;
  }

  /** A search in it, with the environment of this process. */
  public PowerSearch search() {
    return new PowerSearch(root, Map.of(), "");
  }

  /** A folder of the tree that has files. */
  public record Folder(Path path) {
    /** A file of the folder. */
    public Path file(String name) {
      return path.resolve(name);
    }

    /** Writes a file of the folder. */
    public Folder with(String file, Object content) {
      write(file(file), content.toString());
      return this;
    }
  }

  /** A processor package by the registers' interface: {@code intel-rapl:0}. */
  public Folder zone(String number, String name) {
    return zone("intel-rapl", number, name);
  }

  /**
   * A power zone with a counter that stands at 1 kJ and starts anew after 262 kJ.
   *
   * @param number {@code 0}, or {@code 0:1} for a part of that
   * @param name of the file {@code name}
   */
  public Folder zone(String control, String number, String name) {
    Path folder = path("sys/devices/virtual/powercap").resolve(control);
    StringBuilder device = new StringBuilder(control);
    link("sys/class/powercap/" + control, folder);
    for (String part : number.split(":", -1)) {
      device.append(':').append(part);
      folder = folder.resolve(device.toString());
    }
    link("sys/class/powercap/" + device, folder);
    return new Folder(folder)
        .with("name", name)
        .with("energy_uj", 1_000_000_000L)
        .with("max_energy_range_uj", 262_143_328_850L);
  }

  /**
   * A chip of a device.
   *
   * @param device path of the device below {@code /sys/devices}
   * @param name of the driver
   */
  public Folder chip(int number, String device, String name) {
    Path owner = path("sys/devices").resolve(device);
    Path folder = owner.resolve("hwmon/hwmon" + number);
    link("sys/class/hwmon/hwmon" + number, folder);
    link(root.relativize(folder.resolve("device")).toString(), owner);
    return new Folder(folder).with("name", name);
  }

  /** One of the firmware's meters, whose files are in the folder of its device. */
  public Folder meter(int number, String name) {
    String device = String.format("LNXSYSTM:00/ACPI000D:%02d", number);
    chip(number, device, "power_meter");
    return new Folder(path("sys/devices").resolve(device)).with("power1_oem_info", name);
  }

  /** A battery. */
  public Folder battery(String name) {
    Path folder = path("sys/devices/LNXSYSTM:00/PNP0C0A:00/power_supply").resolve(name);
    link("sys/class/power_supply/" + name, folder);
    return new Folder(folder).with("type", "Battery").with("status", "Discharging");
  }

  /** Any other file. */
  public Path file(String path, String content) {
    Path file = path(path);
    write(file, content);
    return file;
  }

  private Path path(String path) {
    return root.resolve(path);
  }

  private void link(String link, Path folder) {
    try {
      Files.createDirectories(folder);
      Files.createDirectories(path(link).getParent());
      if (!Files.exists(path(link))) {
        Files.createSymbolicLink(path(link), path(link).getParent().relativize(folder));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Changes what a file says, at once for whoever reads it meanwhile. */
  public static void write(Path file, String content) {
    byte[] line = content.getBytes(StandardCharsets.UTF_8);
    ByteBuffer padded = ByteBuffer.allocate(Math.max(LENGTH, line.length + 1)).put(line);
    while (padded.hasRemaining()) {
      padded.put((byte) '\n');
    }
    try {
      Files.createDirectories(file.getParent());
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        channel.write(padded.flip(), 0);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes away all that a file says. */
  public static void empty(Path file) {
    try {
      Files.write(file, new byte[0]);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
