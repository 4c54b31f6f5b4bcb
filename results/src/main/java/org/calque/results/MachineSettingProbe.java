package org.calque.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the set-up of a Linux machine from {@code /proc} and {@code /sys}, but for its power, which
 * the launcher looks for.
 *
 * @param root the folder that these are in, {@code /} but for tests
 */
record MachineSettingProbe(Path root) {
  private static final Pattern CONTAINER_GROUP =
      Pattern.compile("(docker|kubepods|libpod|lxc|containerd|garden)");
  private static final Pattern CURRENT_CLOCK = Pattern.compile("(?m)^cpu MHz\\h*:\\h*(\\d{1,6})");

  /** Of most drivers of clocks, and of Intel's, which says the contrary. */
  private static final String BOOST = "sys/devices/system/cpu/cpufreq/boost";

  private static final String NO_TURBO = "sys/devices/system/cpu/intel_pstate/no_turbo";

  MachineSetting probe() {
    return new MachineSetting(
        cores().orElse(null),
        governors().orElse(null),
        megahertz(firstCpu().resolve("cpuinfo_max_freq")).orElse(null),
        container().orElse(null),
        virtualMachine().orElse(null),
        List.of(),
        clocks(),
        null);
  }

  private Clocks clocks() {
    return new Clocks(
        limits("scaling_min_freq").min(Comparator.naturalOrder()).orElse(null),
        limits("scaling_max_freq").max(Comparator.naturalOrder()).orElse(null),
        currentClock().orElse(null),
        boost().orElse(null));
  }

  private Stream<Integer> limits(String file) {
    return cpus().stream().flatMap(cpu -> megahertz(cpu.resolve("cpufreq").resolve(file)).stream());
  }

  /** A guest has no files of clocks, but the processor tells. */
  private Optional<Integer> currentClock() {
    return megahertz(firstCpu().resolve("scaling_cur_freq"))
        .or(
            () -> {
              Matcher clock = CURRENT_CLOCK.matcher(read("proc/cpuinfo").orElse(""));
              return clock.find() ? Optional.of(Integer.valueOf(clock.group(1))) : Optional.empty();
            });
  }

  private Optional<Boolean> boost() {
    return read(BOOST)
        .map(allowed -> allowed.equals("1"))
        .or(() -> read(NO_TURBO).map(forbidden -> forbidden.equals("0")));
  }

  private Path firstCpu() {
    return root.resolve("sys/devices/system/cpu/cpu0/cpufreq");
  }

  /** What a file of the kernel says in kHz. */
  private static Optional<Integer> megahertz(Path file) {
    return read(file)
        .filter(kilohertz -> kilohertz.matches("\\d{1,9}"))
        .map(kilohertz -> Integer.parseInt(kilohertz) / 1000);
  }

  /** A core is a package and a number in it. */
  private Optional<Integer> cores() {
    Set<String> cores =
        cpus().stream()
            .map(cpu -> cpu.resolve("topology"))
            .flatMap(
                topology ->
                    read(topology.resolve("physical_package_id"))
                        .flatMap(
                            chip ->
                                read(topology.resolve("core_id")).map(core -> chip + "/" + core))
                        .stream())
            .collect(Collectors.toSet());
    return cores.isEmpty() ? Optional.empty() : Optional.of(cores.size());
  }

  private Optional<String> governors() {
    String governors =
        cpus().stream()
            .flatMap(cpu -> read(cpu.resolve("cpufreq/scaling_governor")).stream())
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    return governors.isEmpty() ? Optional.empty() : Optional.of(governors);
  }

  private List<Path> cpus() {
    return children("sys/devices/system/cpu").stream()
        .filter(child -> child.getFileName().toString().matches("cpu\\d+"))
        .toList();
  }

  private Optional<String> container() {
    if (Files.exists(root.resolve(".dockerenv"))) {
      return Optional.of("docker");
    }
    if (Files.exists(root.resolve("run/.containerenv"))) {
      return Optional.of("podman");
    }
    Matcher group = CONTAINER_GROUP.matcher(read("proc/1/cgroup").orElse(""));
    return group.find() ? Optional.of(group.group(1)) : Optional.empty();
  }

  private Optional<String> virtualMachine() {
    boolean guest = read("proc/cpuinfo").orElse("").matches("(?s).*\\bhypervisor\\b.*");
    String product =
        Stream.of("sys/class/dmi/id/sys_vendor", "sys/class/dmi/id/product_name")
            .flatMap(file -> read(file).stream())
            .distinct()
            .collect(Collectors.joining(" "));
    return !guest
        ? Optional.empty()
        : Optional.of(product.isEmpty() ? "a hypervisor that does not name itself" : product);
  }

  private List<Path> children(String folder) {
    return children(root.resolve(folder));
  }

  private static List<Path> children(Path folder) {
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    } catch (IOException | UncheckedIOException e) {
      return List.of(); // not Linux, or hidden by a sandbox
    }
  }

  private Optional<String> read(String file) {
    return read(root.resolve(file));
  }

  private static Optional<String> read(Path file) {
    try {
      String text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
      return text.isEmpty() ? Optional.empty() : Optional.of(text);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
