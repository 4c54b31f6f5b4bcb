package org.calque.runtime.power.sysfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.Findings.Unavailable;
import org.calque.runtime.power.PowerCap;
import org.calque.runtime.power.PowerGauge;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.SensorException;
import org.calque.runtime.power.SensorFacts;
import org.calque.runtime.power.sysfs.FakeSysfs.Folder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Power meters by the files of machines. */
class HwmonSourceTest {
  private static final String GPU = "pci0000:c0/0000:c0:01.1/0000:c1:00.0";

  @TempDir private Path root;

  private FakeSysfs sys;

  @BeforeEach
  void emptyMachine() {
    sys = new FakeSysfs(root);
  }

  private Findings find() {
    return new HwmonSource().find(sys.search());
  }

  private static String line(Sensor sensor) throws SensorException {
    SensorFacts facts = sensor.facts();
    double watts = sensor.gauge().reading().read();
    return facts.device() + " [" + facts.scope().words() + "]: " + watts + " W";
  }

  private static List<String> lines(Findings findings) throws SensorException {
    List<String> lines = new ArrayList<>();
    for (Sensor sensor : findings.sensors()) {
      lines.add(line(sensor));
    }
    return lines;
  }

  private static Sensor only(Findings findings) {
    assertThat(findings.sensors()).hasSize(1);
    return findings.sensors().get(0);
  }

  private void graceHopper(int socket, int first) {
    String[] names = {"Module Power", "Grace Power", "CPU Power", "SysIO Power"};
    long[] microwatts = {197_100_000, 36_700_000, 35_100_000, 170_000};
    for (int i = 0; i < names.length; i++) {
      sys.meter(first + i, names[i] + " Socket " + socket)
          .with("power1_average", microwatts[i])
          .with("power1_average_interval", 50);
    }
  }

  @Test
  void aMachineWithoutMetersHasNoSensorAndNoComplaint() {
    sys.chip(0, "platform/coretemp.0", "coretemp").with("temp1_input", 41000);

    assertThat(find()).isEqualTo(Findings.NONE);
  }

  @Test
  @DisplayName(
      "Case 21: a Grace module, its processor, its cores and the rest are scopes of their own")
  void aGraceModuleItsProcessorItsCoresAndTheRestAreScopesOfTheirOwn() throws SensorException {
    graceHopper(0, 0);
    graceHopper(1, 9);

    Findings findings = find();

    assertThat(lines(findings))
        .containsExactly(
            "module-0 [module]: 197.1 W",
            "grace-0 [cpu package]: 36.7 W",
            "cpu-0 [cpu cores]: 35.1 W",
            "sysio-0 [system io]: 0.17 W",
            "module-1 [module]: 197.1 W",
            "grace-1 [cpu package]: 36.7 W",
            "cpu-1 [cpu cores]: 35.1 W",
            "sysio-1 [system io]: 0.17 W");
  }

  @Test
  void theAverageOfAMeterIsAsLongAsItSays() {
    graceHopper(0, 0);

    assertThat(find().sensors())
        .extracting(sensor -> sensor.gauge().average(), sensor -> sensor.gauge().period())
        .containsOnly(tuple(Duration.ofMillis(50), Duration.ofMillis(50)));
  }

  @Test
  @DisplayName("Case 36: every sensor says what it covers, and that all processes are in")
  void everySensorSaysWhatItCoversAndThatAllProcessesAreIn() {
    graceHopper(0, 0);
    sys.chip(4, GPU, "amdgpu").with("power1_average", 90_000_000);
    sys.chip(5, "i2c-1/1-0040", "ina226").with("power1_input", 12_000_000);

    assertThat(find().sensors())
        .hasSize(6)
        .allSatisfy(
            sensor ->
                assertThat(sensor.facts().attribution()).matches("\\w.* \\w.*, all processes"));
  }

  @Test
  void anAmdGpuIsCalledByItsPciAddress() throws SensorException {
    sys.chip(0, GPU, "amdgpu").with("power1_average", 90_000_000);

    Sensor sensor = only(find());

    assertThat(sensor.facts().device()).isEqualTo("gpu-0000:c1:00.0");
    assertThat(sensor.facts().identity()).isEqualTo("0000:c1:00.0");
    assertThat(sensor.facts().scope()).isEqualTo(Scope.GPU);
    assertThat(sensor.gauge().reading().read()).isEqualTo(90);
  }

  @Test
  void theCapOfAGpuIsToldAlsoWhereItsPowerIsNot() {
    sys.chip(0, GPU, "amdgpu").with("power1_average", 0).with("power1_cap", 215_000_000);
    sys.chip(1, "pci0000:c0/0000:c2:00.0", "amdgpu").with("power1_average", 91_000_000);

    assertThat(find().caps()).containsExactly(new PowerCap("hwmon", "gpu-0000:c1:00.0", 215));
  }

  @Test
  void powerOfTheInstantGoesBeforeAnAverageOfUnknownLength() throws SensorException {
    sys.chip(0, GPU, "amdgpu").with("power1_average", 90_000_000).with("power1_input", 95_000_000);

    PowerGauge gauge = only(find()).gauge();

    assertThat(gauge.reading().read()).isEqualTo(95);
    assertThat(gauge.instant()).isTrue();
    assertThat(gauge.period()).isEqualTo(Duration.ofMillis(10));
  }

  @Test
  void anAverageOfUnknownLengthIsNotTakenForPowerOfTheInstant() {
    sys.chip(0, GPU, "amdgpu").with("power1_average", 90_000_000);

    assertThat(only(find()).gauge().average()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void anAverageOfKnownLengthGoesBeforePowerOfTheInstant() throws SensorException {
    sys.meter(0, "Grace Power Socket 0")
        .with("power1_average", 40_000_000)
        .with("power1_instant", 44_000_000)
        .with("power1_average_interval", 50);

    assertThat(only(find()).gauge().reading().read()).isEqualTo(40);
  }

  @Test
  void aFieldThatDoesNotMeasureIsPassedOver() throws SensorException {
    sys.chip(0, GPU, "amdgpu").with("power1_input", 0).with("power1_average", 90_000_000);
    sys.chip(1, "pci0000:c0/0000:c2:00.0", "amdgpu")
        .with("power1_input", "N/A")
        .with("power1_average", 91_000_000);

    assertThat(lines(find()))
        .containsExactly("gpu-0000:c1:00.0 [gpu]: 90.0 W", "gpu-0000:c2:00.0 [gpu]: 91.0 W");
  }

  @Test
  void aSensorThatSaysZeroIsNotOneOfZeroWatts() {
    sys.chip(0, GPU, "amdgpu").with("power1_average", 0);

    Findings findings = find();

    assertThat(findings.sensors()).isEmpty();
    assertThat(findings.unavailable())
        .containsExactly(
            new Unavailable(
                "hwmon",
                "gpu-0000:c1:00.0",
                root.resolve("sys/class/hwmon/hwmon0/power1_average")
                    + " tells 0.0 W, so it does not measure"));
  }

  @Test
  void aSensorThatTurnsToZeroOrToTheErrorOfTheFirmwareGivesNoNumber() {
    Folder meter = sys.meter(0, "Module Power Socket 0").with("power1_average", 197_000_000);
    Sensor sensor = only(find());
    Path file = root.resolve("sys/class/hwmon/hwmon0/device/power1_average");

    meter.with("power1_average", 0);
    assertThatThrownBy(() -> sensor.gauge().reading().read())
        .isInstanceOf(SensorException.class)
        .hasMessage(file + " tells 0.0 W, so it does not measure");

    meter.with("power1_average", 4_294_967_295_000L);
    assertThatThrownBy(() -> sensor.gauge().reading().read())
        .isInstanceOf(SensorException.class)
        .hasMessage(file + " tells 4294967.295 W");

    meter.with("power1_average", -1_000_000);
    assertThatThrownBy(() -> sensor.gauge().reading().read())
        .isInstanceOf(SensorException.class)
        .hasMessage(file + " tells -1.0 W");
  }

  @Test
  void aChipOfAnyMakerIsFoundByWhatItMeasures() throws SensorException {
    sys.chip(0, "i2c-1/1-0040", "ina3221")
        .with("power1_input", 12_500_000)
        .with("power1_label", "VDD CPU")
        .with("power2_input", 3_500_000);
    sys.chip(10, "i2c-1/1-0041", "ina3221")
        .with("power1_input", 7_500_000)
        .with("power1_label", "VDD CPU");
    sys.meter(2, "").with("power1_average", 310_000_000);

    assertThat(lines(find()))
        .containsExactly(
            "ina3221.vdd-cpu [component]: 12.5 W",
            "ina3221.power2 [component]: 3.5 W",
            "power_meter.power1 [machine]: 310.0 W",
            "ina3221.vdd-cpu.1-0041 [component]: 7.5 W");
  }

  @Test
  void aBatteryThatIsShownAsAChipIsLeftToTheSourceOfBatteries() {
    Folder battery = sys.battery("BAT0").with("power_now", 9_000_000);
    sys.chip(0, root.resolve("sys/devices").relativize(battery.path()).toString(), "BAT0")
        .with("power1_input", 9_000_000);

    assertThat(find()).isEqualTo(Findings.NONE);
  }

  @Test
  void aGpuThatMayNotBeReadIsToldAndTheRestIsRead() throws Exception {
    sys.chip(0, GPU, "amdgpu").with("power1_average", 90_000_000);
    sys.chip(1, "pci0000:c0/0000:c2:00.0", "amdgpu").with("power1_average", 91_000_000);
    Path file = root.resolve("sys/class/hwmon/hwmon0/power1_average");
    FileOpener opener =
        path -> {
          if (path.equals(file)) {
            throw new AccessDeniedException(path.toString());
          }
          return FileOpener.SYSTEM.open(path);
        };

    Findings findings = new HwmonSource(opener).find(sys.search());

    assertThat(lines(findings)).containsExactly("gpu-0000:c2:00.0 [gpu]: 91.0 W");
    assertThat(findings.unavailable())
        .containsExactly(
            new Unavailable(
                "hwmon",
                "gpu-0000:c1:00.0",
                file
                    + " may not be read: sudo chmod a+r "
                    + file
                    + " grants it until the next start"));
  }

  @Test
  void aMeterOfGraceThatNeedsAnOptionOfTheKernelSaysSo() {
    sys.meter(0, "Grace Power Socket 0").with("power1_average", 0);
    sys.file("sys/module/acpi_power_meter/parameters/force_cap_on", "N");

    assertThat(find().unavailable())
        .containsExactly(
            new Unavailable(
                "hwmon",
                "grace-0",
                root.resolve("sys/class/hwmon/hwmon0/device/power1_average")
                    + " tells 0.0 W, so it does not measure;"
                    + " on NVIDIA Grace start Linux with acpi_power_meter.force_cap_on=y"));
  }

  @Test
  void metersOfTheFirmwareWithoutADriverAreToldWithTheirDriver() {
    sys.file("sys/bus/acpi/devices/ACPI000D:00/hid", "ACPI000D");
    sys.file("sys/bus/acpi/devices/ACPI000D:01/hid", "ACPI000D");

    assertThat(find().unavailable())
        .containsExactly(
            new Unavailable(
                "hwmon",
                "power_meter",
                "the firmware has power meters (2) without a driver:"
                    + " sudo modprobe acpi_power_meter force_cap_on=y"));
  }

  @Test
  void aSensorFollowsALoad() throws Exception {
    Folder chip = sys.chip(0, GPU, "amdgpu").with("power1_input", 1_000_000);
    Sensor sensor = only(find());
    FakeLoad load = new FakeLoad().power(chip.file("power1_input"), seconds -> 100 + 100 * seconds);
    load.start();
    Thread.sleep(300);
    load.close();

    double watts = sensor.gauge().reading().read();

    assertThat(load.last()).isGreaterThan(0.2);
    assertThat(watts).isCloseTo(100 + 100 * load.last(), within(1e-5));
  }
}
