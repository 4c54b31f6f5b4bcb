package org.calque.runtime.power.sysfs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.Findings.Unavailable;
import org.calque.runtime.power.PowerGauge;
import org.calque.runtime.power.PowerSearch;
import org.calque.runtime.power.PowerSource;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.SensorException;
import org.calque.runtime.power.SensorFacts;

/**
 * What batteries under {@code /sys/class/power_supply} give. What they still hold is not used as a
 * counter: {@code energy_now} goes in steps of 10 mWh, 36 J, and is an estimate that is corrected
 * now and then.
 */
public final class BatterySource implements PowerSource {
  private static final String NAME = "battery";

  /** The kernel asks the firmware again after a second. */
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final FileOpener opener;

  /** The batteries of this machine. */
  public BatterySource() {
    this(FileOpener.SYSTEM);
  }

  BatterySource(FileOpener opener) {
    this.opener = opener;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "what a battery gives while the machine is not on mains, from /sys/class/power_supply";
  }

  @Override
  public Findings find(PowerSearch search) {
    SystemFiles files = new SystemFiles(search.root(), opener);
    List<Sensor> sensors = new ArrayList<>();
    List<Unavailable> unavailable = new ArrayList<>();
    for (Path folder : files.in("sys/class/power_supply")) {
      if (!isOfTheMachine(files, folder)) {
        continue;
      }
      String device = folder.getFileName().toString();
      BatteryReading reading = reading(files, folder);
      try {
        reading.read();
        sensors.add(
            new Sensor(
                new SensorFacts(
                    NAME,
                    device,
                    folder.toString(),
                    Scope.BATTERY,
                    "whole machine on battery, all processes"),
                null,
                new PowerGauge(reading, Duration.ZERO, PERIOD)));
      } catch (SensorException e) {
        reading.close();
        unavailable.add(new Unavailable(NAME, device, e.getMessage()));
      }
    }
    return new Findings(sensors, unavailable);
  }

  /** That of a mouse has the scope {@code Device}. */
  private static boolean isOfTheMachine(SystemFiles files, Path folder) {
    return files.text(folder.resolve("type")).equals("Battery")
        && !files.text(folder.resolve("scope")).equals("Device");
  }

  private static BatteryReading reading(SystemFiles files, Path folder) {
    SmallFile status = files.file(folder.resolve("status"));
    return Files.exists(folder.resolve("power_now"))
        ? new BatteryReading(status, List.of(files.file(folder.resolve("power_now"))))
        : new BatteryReading(
            status,
            List.of(
                files.file(folder.resolve("voltage_now")),
                files.file(folder.resolve("current_now"))));
  }
}
