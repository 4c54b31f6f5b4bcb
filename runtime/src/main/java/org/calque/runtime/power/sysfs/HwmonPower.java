package org.calque.runtime.power.sysfs;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.calque.runtime.power.PowerGauge;
import org.calque.runtime.power.Reading;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.SensorException;
import org.calque.runtime.power.SensorFacts;

/** One power input of a chip: what it measures, and the file that tells it best. */
record HwmonPower(HwmonChip chip, int number) {
  /** How often a value of the instant, or one of an unknown average, is new. */
  private static final Duration PERIOD = Duration.ofMillis(10);

  /**
   * The longest that is known of averages whose length no file tells: windows are judged with
   * caution.
   */
  private static final Duration UNTOLD_AVERAGE = Duration.ofSeconds(1);

  private static final long LONGEST_INTERVAL = Duration.ofMinutes(1).toMillis();

  /** What a name of NVIDIA's meters for Grace covers, as its performance guide has it. */
  private enum Grace {
    MODULE("Module Power Socket ", Scope.MODULE, "processor, GPU, memories and regulators"),
    GRACE("Grace Power Socket ", Scope.CPU_PACKAGE, "processor, its memory and regulators"),
    CPU("CPU Power Socket ", Scope.CPU_CORES, "supply of the processor's cores"),
    SYSIO("SysIO Power Socket ", Scope.SYSTEM_IO, "supply of the chip beside its cores");

    private final String start;
    private final Scope scope;
    private final String covers;

    Grace(String start, Scope scope, String covers) {
      this.start = start;
      this.scope = scope;
      this.covers = covers;
    }

    /** The device in results: {@code module-0}. */
    private String device(String label) {
      return name().toLowerCase(Locale.ROOT) + "-" + label.substring(start.length()).strip();
    }
  }

  private String file(String what) {
    return "power" + number + "_" + what;
  }

  private String label() {
    String label = chip.text(file("oem_info"));
    return label.isEmpty() ? chip.text(file("label")) : label;
  }

  /** What is measured. Only names that are known have a scope that says so. */
  SensorFacts facts() {
    String label = label();
    for (Grace grace : Grace.values()) {
      if (label.startsWith(grace.start)) {
        return facts(grace.device(label), folder(), grace.scope, grace.covers);
      }
    }
    return switch (chip.name()) {
      case "amdgpu" ->
          facts(
              number == 1 ? "gpu-" + chip.address() : "gpu-" + chip.address() + "." + number,
              chip.address(),
              Scope.GPU,
              "whole GPU, with the processor where both are one chip");
      case HwmonSource.ACPI_METER ->
          facts(named(label), folder(), Scope.MACHINE, "what the firmware's meter measures");
      default -> facts(named(label), folder(), Scope.COMPONENT, "what the chip is wired to");
    };
  }

  private SensorFacts facts(String device, String identity, Scope scope, String covers) {
    return new SensorFacts(HwmonSource.NAME, device, identity, scope, covers + ", all processes");
  }

  private String folder() {
    return SystemFiles.real(chip.device()).toString();
  }

  private String named(String label) {
    String part = label.isEmpty() ? "power" + number : label;
    return (chip.name() + "." + part).toLowerCase(Locale.ROOT).replaceAll("\\s+", "-");
  }

  /**
   * The gauge of the first file that tells any power. An average over a known time misses nothing
   * between two samples, so it goes before a value of the instant; one over an unknown time comes
   * last.
   *
   * @throws SensorException with what each file said
   */
  PowerGauge gauge() throws SensorException {
    List<String> failures = new ArrayList<>();
    long interval = interval();
    if (interval > 0) {
      Duration period = Duration.ofMillis(interval);
      PowerGauge gauge = gauge("average", period, period, failures);
      if (gauge != null) {
        return gauge;
      }
    }
    for (String what : List.of("input", "instant")) {
      PowerGauge gauge = gauge(what, Duration.ZERO, PERIOD, failures);
      if (gauge != null) {
        return gauge;
      }
    }
    if (interval == 0) {
      PowerGauge gauge = gauge("average", UNTOLD_AVERAGE, PERIOD, failures);
      if (gauge != null) {
        return gauge;
      }
    }
    throw new SensorException(String.join("; ", failures));
  }

  private PowerGauge gauge(String what, Duration average, Duration period, List<String> failures) {
    Path path = chip.file(file(what));
    if (path == null) {
      return null;
    }
    Reading reading = FileReading.microwatts(chip.files().file(path));
    try {
      reading.read();
      return new PowerGauge(reading, average, period);
    } catch (SensorException e) {
      reading.close();
      failures.add(e.getMessage());
      return null;
    }
  }

  /** Watts that it is kept below; 0 if no file tells. */
  double cap() {
    Path path = chip.file(file("cap"));
    return path == null ? 0 : Math.max(0, chip.files().number(path) / FileReading.MILLIONTHS);
  }

  /** Milliseconds that the average is over; 0 if no file tells. */
  private long interval() {
    Path path = chip.file(file("average_interval"));
    long interval = path == null ? 0 : chip.files().number(path);
    return interval > 0 && interval <= LONGEST_INTERVAL ? interval : 0;
  }
}
