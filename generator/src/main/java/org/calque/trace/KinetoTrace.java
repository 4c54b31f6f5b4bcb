package org.calque.trace;

import java.util.List;
import java.util.OptionalInt;
import org.calque.json.Symbols;

/**
 * A timeline of the PyTorch profiler: what ran when, on the CPU and on devices. Only what can be
 * joined with an execution trace is kept of it: no Python frames, no memory events.
 */
public final class KinetoTrace {
  private final Source source;
  private final OptionalInt rank;
  private final long baseNanos;
  private final CpuEvents cpu;
  private final LaunchEvents launches;
  private final DeviceEvents device;
  private final int threads;
  private final Symbols symbols;
  private final List<Repair> repairs;

  /**
   * Where a timeline came from.
   *
   * @param file file name without folders, and with the entry's name if it lies in an archive
   * @param digest SHA-256 of the file's or entry's bytes, in hexadecimal
   */
  public record Source(String file, String digest) {}

  KinetoTrace(
      Source source,
      OptionalInt rank,
      long baseNanos,
      CpuEvents cpu,
      LaunchEvents launches,
      DeviceEvents device,
      int threads,
      Symbols symbols,
      List<Repair> repairs) {
    this.source = source;
    this.rank = rank;
    this.baseNanos = baseNanos;
    this.cpu = cpu;
    this.launches = launches;
    this.device = device;
    this.threads = threads;
    this.symbols = symbols;
    this.repairs = List.copyOf(repairs);
  }

  /** Where this timeline came from. */
  public Source source() {
    return source;
  }

  /** Number of the process in a distributed job; empty if not stated. */
  public OptionalInt rank() {
    return rank;
  }

  /** Nanoseconds since 1970 at the zero of the file's clock; 0 where the clock itself is that. */
  public long baseNanos() {
    return baseNanos;
  }

  /** Number of operators and labels on the CPU. */
  public int cpuEvents() {
    return cpu.size();
  }

  /** Number of kernels, copies and fills on devices. */
  public int deviceEvents() {
    return device.size();
  }

  /** Nanoseconds that they took, added up. */
  public long deviceNanos() {
    long nanos = 0;
    for (int i = 0; i < device.size(); i++) {
      nanos += device.duration(i);
    }
    return nanos;
  }

  /** What was wrong with the file and is mended here, one entry for each kind. */
  public List<Repair> repairs() {
    return repairs;
  }

  CpuEvents cpu() {
    return cpu;
  }

  LaunchEvents launches() {
    return launches;
  }

  DeviceEvents device() {
    return device;
  }

  /** Number of threads with events of the CPU or launches. */
  int threads() {
    return threads;
  }

  /** Texts of names. */
  Symbols symbols() {
    return symbols;
  }
}
