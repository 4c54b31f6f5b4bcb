package org.calque.results;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out about the machine from the virtual machine and, on Linux, from {@code /proc}. */
final class MachineProbe {
  private static final Pattern MODEL_NAME =
      Pattern.compile("(?m)^model name\\h*:\\h*(\\S.*?)\\h*$");

  private MachineProbe() {}

  static Machine probe() {
    var os = ManagementFactory.getOperatingSystemMXBean();
    double load = os.getSystemLoadAverage();
    return new Machine(
        host(),
        os.getName(),
        os.getVersion(),
        os.getArch(),
        read("/proc/cpuinfo").flatMap(MachineProbe::cpuModel).orElse(null),
        os.getAvailableProcessors(),
        os instanceof OperatingSystemMXBean bean ? positive(bean.getTotalMemorySize()) : null,
        load < 0 ? null : load, // negative where the system keeps no load average
        new MachineSettingProbe(Path.of("/")).probe(),
        List.of());
  }

  /**
   * The first {@code model name} of a {@code /proc/cpuinfo}. Arm kernels print no such line;
   * nothing is made up for them.
   */
  static Optional<String> cpuModel(String cpuinfo) {
    Matcher model = MODEL_NAME.matcher(cpuinfo);
    return model.find() ? Optional.of(model.group(1)) : Optional.empty();
  }

  /** Asks no name server: a look-up can hang for seconds on a machine without a network. */
  private static String host() {
    return read("/proc/sys/kernel/hostname")
        .map(String::strip)
        .or(() -> Optional.ofNullable(System.getenv("HOSTNAME")))
        .or(() -> Optional.ofNullable(System.getenv("COMPUTERNAME")))
        .filter(name -> !name.isBlank())
        .orElse(null);
  }

  private static Optional<String> read(String file) {
    try {
      return Optional.of(Files.readString(Path.of(file), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return Optional.empty(); // not Linux, or hidden by a sandbox
    }
  }

  private static Long positive(long value) {
    return value > 0 ? value : null;
  }
}
