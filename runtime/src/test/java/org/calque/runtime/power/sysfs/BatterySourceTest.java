package org.calque.runtime.power.sysfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.Findings.Unavailable;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.SensorException;
import org.calque.runtime.power.sysfs.FakeSysfs.Folder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batteries by the files of machines. */
class BatterySourceTest {
  @TempDir private Path root;

  private FakeSysfs sys;

  @BeforeEach
  void emptyMachine() {
    sys = new FakeSysfs(root);
  }

  private Findings find() {
    return new BatterySource().find(sys.search());
  }

  private Sensor only() {
    assertThat(find().sensors()).hasSize(1);
    return find().sensors().get(0);
  }

  private double watts() throws SensorException {
    return only().gauge().reading().read();
  }

  private String folder() {
    return root.resolve("sys/class/power_supply/BAT0").toString();
  }

  @Test
  void aBatteryTellsThePowerThatItGives() throws SensorException {
    sys.battery("BAT0").with("power_now", 9_250_000);

    Sensor sensor = only();

    assertThat(watts()).isEqualTo(9.25);
    assertThat(sensor.facts().device()).isEqualTo("BAT0");
    assertThat(sensor.facts().scope()).isEqualTo(Scope.BATTERY);
    assertThat(sensor.facts().attribution()).isEqualTo("whole machine on battery, all processes");
    assertThat(sensor.gauge().period()).isEqualTo(Duration.ofSeconds(1));
    assertThat(sensor.counter()).isNull();
  }

  @Test
  void oneWithoutPowerIsMeasuredByItsVoltageAndCurrent() throws SensorException {
    sys.battery("BAT0").with("voltage_now", 12_000_000).with("current_now", 800_000);

    assertThat(watts()).isCloseTo(9.6, within(1e-9));
  }

  @Test
  void whatFlowsOutMayBeNegative() throws SensorException {
    sys.battery("BAT0").with("voltage_now", 12_000_000).with("current_now", -800_000);

    assertThat(watts()).isCloseTo(9.6, within(1e-9));
  }

  @Test
  void onMainsItTellsNothingOfTheLoad() {
    sys.battery("BAT0").with("power_now", 9_250_000).with("status", "Charging");

    assertThat(find())
        .isEqualTo(
            new Findings(
                List.of(),
                List.of(
                    new Unavailable(
                        "battery",
                        "BAT0",
                        folder()
                            + "/status says 'Charging': on mains the battery tells nothing of the"
                            + " load; unplug the machine"))));
  }

  @Test
  void oneThatIsPluggedInWhileItIsReadGivesNoNumber() {
    Folder battery = sys.battery("BAT0").with("power_now", 9_250_000);
    Sensor sensor = only();
    battery.with("status", "Full");

    assertThatThrownBy(() -> sensor.gauge().reading().read())
        .isInstanceOf(SensorException.class)
        .hasMessageContaining("status says 'Full'");
  }

  @Test
  void oneThatSaysZeroDoesNotMeasure() {
    sys.battery("BAT0").with("power_now", 0);

    assertThat(find().unavailable())
        .containsExactly(
            new Unavailable("battery", "BAT0", folder() + " tells 0.0 W, so it does not measure"));
  }

  @Test
  void theBatteryOfAMouseAndTheMainsAreNoneOfTheMachine() {
    sys.battery("hidpp_battery_0").with("scope", "Device").with("power_now", 100_000);
    sys.battery("AC").with("type", "Mains").with("power_now", 100_000);

    assertThat(find()).isEqualTo(Findings.NONE);
  }
}
