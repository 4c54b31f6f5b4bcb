package org.calque.runtime.power.sysfs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.Findings.Unavailable;
import org.calque.runtime.power.PowerCap;
import org.calque.runtime.power.PowerSearch;
import org.calque.runtime.power.PowerSource;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.SensorException;
import org.calque.runtime.power.SensorFacts;

/**
 * Power that drivers of chips show under {@code /sys/class/hwmon}: the firmware's meters, such as
 * those of NVIDIA's Grace and Grace Hopper modules, AMD's GPUs, and chips on boards. A module
 * contains its processor and that its cores, so each has a scope of its own.
 */
public final class HwmonSource implements PowerSource {
  static final String NAME = "hwmon";

  /** The driver of the firmware's meters. */
  static final String ACPI_METER = "power_meter";

  private final FileOpener opener;

  /** The chips of this machine. */
  public HwmonSource() {
    this(FileOpener.SYSTEM);
  }

  HwmonSource(FileOpener opener) {
    this.opener = opener;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "power meters of modules, GPUs and boards, from /sys/class/hwmon";
  }

  @Override
  public Findings find(PowerSearch search) {
    SystemFiles files = new SystemFiles(search.root(), opener);
    List<Sensor> sensors = new ArrayList<>();
    List<Unavailable> unavailable = new ArrayList<>();
    List<PowerCap> caps = new ArrayList<>();
    Set<String> devices = new HashSet<>();
    boolean metered = false;
    for (HwmonChip chip : HwmonChip.all(files)) {
      metered |= chip.name().equals(ACPI_METER);
      if (chip.isPowerSupply()) {
        continue;
      }
      if (chip.name().equals(ACPI_METER) && chip.powers().isEmpty()) {
        unavailable.add(
            new Unavailable(NAME, ACPI_METER, chip.folder() + " shows no power" + hint(files)));
      }
      for (int number : chip.powers()) {
        HwmonPower power = new HwmonPower(chip, number);
        SensorFacts facts = unique(power.facts(), chip, devices);
        double cap = power.cap();
        if (cap > 0) {
          caps.add(new PowerCap(NAME, facts.device(), cap));
        }
        try {
          sensors.add(new Sensor(facts, null, power.gauge()));
        } catch (SensorException e) {
          String hint = chip.name().equals(ACPI_METER) ? hint(files) : "";
          unavailable.add(new Unavailable(NAME, facts.device(), e.getMessage() + hint));
        }
      }
    }
    if (!metered) {
      unavailable.addAll(metersWithoutDriver(files));
    }
    return new Findings(sensors, unavailable, caps);
  }

  private static SensorFacts unique(SensorFacts facts, HwmonChip chip, Set<String> devices) {
    String device = facts.device();
    if (!devices.add(device)) {
      device = device + "." + chip.address();
      for (int i = 2; !devices.add(device); i++) {
        device = facts.device() + "." + chip.address() + "." + i;
      }
    }
    return new SensorFacts(
        facts.source(), device, facts.identity(), facts.scope(), facts.attribution());
  }

  /** What helps with NVIDIA's Grace, whose meters need it. */
  private static String hint(SystemFiles files) {
    String forced =
        files.text(files.root().resolve("sys/module/acpi_power_meter/parameters/force_cap_on"));
    return forced.equals("N")
        ? "; on NVIDIA Grace start Linux with acpi_power_meter.force_cap_on=y"
        : "";
  }

  /** The firmware's identifier of a power meter is ACPI000D (ACPI specification, 10.4). */
  private static List<Unavailable> metersWithoutDriver(SystemFiles files) {
    long meters =
        files.in("sys/bus/acpi/devices").stream()
            .filter(device -> device.getFileName().toString().startsWith("ACPI000D"))
            .count();
    return meters == 0
        ? List.of()
        : List.of(
            new Unavailable(
                NAME,
                ACPI_METER,
                "the firmware has power meters ("
                    + meters
                    + ") without a driver: sudo modprobe acpi_power_meter force_cap_on=y"));
  }
}
