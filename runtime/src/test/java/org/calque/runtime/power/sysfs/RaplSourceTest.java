package org.calque.runtime.power.sysfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.calque.runtime.power.Found.devices;
import static org.calque.runtime.power.Found.sensor;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.DoubleUnaryOperator;
import org.calque.runtime.power.EnergyCounter;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.Findings.Unavailable;
import org.calque.runtime.power.PowerCap;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.SensorException;
import org.calque.runtime.power.sysfs.FakeSysfs.Folder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters of processors by the files of machines. */
class RaplSourceTest {
  @TempDir private Path root;

  private FakeSysfs sys;

  /** What happens while the source waits. */
  private Runnable meanwhile = () -> {};

  private FileOpener opener = FileOpener.SYSTEM;

  @BeforeEach
  void emptyMachine() {
    sys = new FakeSysfs(root);
  }

  private Findings find() {
    return new RaplSource(path -> opener.open(path), () -> meanwhile.run()).find(sys.search());
  }

  private static double joules(Sensor sensor) throws SensorException {
    return sensor.counter().reading().read() * sensor.counter().joulesPerCount();
  }

  private void refuse(Path... refused) {
    opener =
        path -> {
          for (Path file : refused) {
            if (file.toRealPath().equals(path.toRealPath())) {
              throw new AccessDeniedException(path.toString());
            }
          }
          return FileOpener.SYSTEM.open(path);
        };
  }

  private Path flat(String zone, String file) {
    return root.resolve("sys/class/powercap").resolve(zone).resolve(file);
  }

  @Test
  @DisplayName("Case 5: a virtual machine without RAPL has no sensor, and no number")
  void aVirtualMachineWithoutCountersHasNoSensorAndNoComplaint() throws IOException {
    assertThat(find()).isEqualTo(Findings.NONE);

    Files.createDirectories(root.resolve("sys/class/powercap/intel-rapl"));

    assertThat(find()).isEqualTo(Findings.NONE);
  }

  @Test
  void aCounterThatStaysZeroIsNoSensor() {
    Folder zone = sys.zone("0", "package-0").with("energy_uj", 0);

    Findings findings = find();

    assertThat(findings.sensors()).isEmpty();
    assertThat(findings.unavailable())
        .containsExactly(
            new Unavailable(
                "rapl",
                "package-0",
                flat("intel-rapl:0", "energy_uj") + " stays 0, so it does not measure"));

    meanwhile = () -> zone.with("energy_uj", 40_000);

    assertThat(devices(find())).containsExactly("package-0");
  }

  @Test
  @DisplayName(
      "Case 6: where only root may read, the file and the grant are told, and the rest is read")
  void whereOnlyRootMayReadTheFileAndTheGrantAreToldAndTheRestIsRead() {
    sys.zone("0", "package-0");
    Folder second = sys.zone("1", "package-1");
    refuse(second.file("energy_uj"));

    Findings findings = find();

    assertThat(devices(findings)).containsExactly("package-0");
    Path file = flat("intel-rapl:1", "energy_uj");
    assertThat(findings.unavailable())
        .containsExactly(
            new Unavailable(
                "rapl",
                "package-1",
                file
                    + " may not be read: sudo chmod a+r "
                    + file
                    + " grants it until the next start; since Linux 5.10 only root may,"
                    + " unless /etc/tmpfiles.d/ has a line 'z "
                    + file
                    + " 0444'"));
  }

  @Test
  @DisplayName("Case 7: both of two packages are read")
  void bothOfTwoPackagesAreRead() throws SensorException {
    sys.zone("0", "package-0").with("energy_uj", 7_000_000);
    sys.zone("1", "package-1").with("energy_uj", 9_000_000);

    Findings findings = find();

    assertThat(devices(findings)).containsExactly("package-0", "package-1");
    assertThat(joules(sensor(findings, "package-0"))).isEqualTo(7);
    assertThat(joules(sensor(findings, "package-1"))).isEqualTo(9);
  }

  @Test
  @DisplayName("Case 8: packages are told by name, not by the number of their zone")
  void theNumberOfAZoneIsNotThatOfItsSocket() throws SensorException {
    sys.zone("0", "package-1").with("energy_uj", 1_000_000);
    sys.zone("0:0", "dram").with("energy_uj", 2_000_000);
    sys.zone("1", "package-0").with("energy_uj", 3_000_000);
    sys.zone("1:0", "dram").with("energy_uj", 4_000_000);

    Findings findings = find();

    assertThat(joules(sensor(findings, "package-1"))).isEqualTo(1);
    assertThat(joules(sensor(findings, "package-1.dram"))).isEqualTo(2);
    assertThat(joules(sensor(findings, "package-0"))).isEqualTo(3);
    assertThat(joules(sensor(findings, "package-0.dram"))).isEqualTo(4);
  }

  @Test
  @DisplayName("Case 9: four domains that are all named dram are four sensors")
  void fourDomainsThatAreAllCalledDramAreToldApartByTheirPackages() {
    for (int i = 0; i < 4; i++) {
      sys.zone("" + i, "package-" + i);
      sys.zone(i + ":0", "dram");
    }

    Findings findings = find();

    assertThat(findings.sensors())
        .filteredOn(sensor -> sensor.facts().scope() == Scope.DRAM)
        .extracting(sensor -> sensor.facts().device())
        .containsExactly("package-0.dram", "package-1.dram", "package-2.dram", "package-3.dram");
    assertThat(findings.unavailable()).isEmpty();
  }

  @Test
  @DisplayName("Case 10: dies that mirror one counter are one sensor")
  void diesThatMirrorOneCounterAreOneSensor() {
    Folder first = sys.zone("0", "package-0-die-0");
    Folder second = sys.zone("1", "package-0-die-1").with("energy_uj", 1_000_002_000L);
    meanwhile =
        () -> {
          first.with("energy_uj", 1_003_400_000L);
          second.with("energy_uj", 1_003_401_000L);
        };

    Findings findings = find();

    assertThat(devices(findings)).containsExactly("package-0-die-0");
    assertThat(findings.unavailable())
        .containsExactly(
            new Unavailable(
                "rapl",
                "package-0-die-1",
                flat("intel-rapl:1", "")
                    + " shows the counter of "
                    + flat("intel-rapl:0", "")
                    + ", which is read"));
  }

  @Test
  void mirroredDiesOfTwoPackagesAreASensorForEachPackage() {
    sys.zone("0", "package-0-die-0");
    sys.zone("1", "package-0-die-1");
    sys.zone("2", "package-1-die-0");
    sys.zone("3", "package-1-die-1");

    assertThat(devices(find())).containsExactly("package-0-die-0", "package-1-die-0");
  }

  @Test
  void mirroredDiesAreSeenAcrossTheStartOfACounterAnew() {
    Folder first = sys.zone("0", "package-0-die-0").with("energy_uj", 262_143_328_000L);
    Folder second = sys.zone("1", "package-0-die-1").with("energy_uj", 500);
    meanwhile =
        () -> {
          first.with("energy_uj", 3_400_000L);
          second.with("energy_uj", 3_401_000L);
        };

    assertThat(devices(find())).containsExactly("package-0-die-0");
  }

  @Test
  void diesThatAdvanceAlikeFromOtherCountsAreTwoSensors() {
    Folder first = sys.zone("0", "package-0-die-0");
    Folder second = sys.zone("1", "package-0-die-1").with("energy_uj", 1_500_000_000L);
    meanwhile =
        () -> {
          first.with("energy_uj", 1_003_400_000L);
          second.with("energy_uj", 1_503_400_000L);
        };

    assertThat(devices(find())).containsExactly("package-0-die-0", "package-0-die-1");
  }

  @Test
  void diesWhoseCountsMeetOnceAreTwoSensors() {
    Folder first = sys.zone("0", "package-0-die-0");
    sys.zone("1", "package-0-die-1");
    meanwhile = () -> first.with("energy_uj", 1_003_400_000L);

    assertThat(devices(find())).containsExactly("package-0-die-0", "package-0-die-1");
  }

  @Test
  void packagesWithEqualCountsAreTwoSensors() {
    sys.zone("0", "package-0");
    sys.zone("1", "package-1");

    assertThat(devices(find())).containsExactly("package-0", "package-1");
  }

  @Test
  @DisplayName("Case 11: platform, package, cores and uncore are levels that nobody adds up")
  void platformPackageCoresAndUncoreAreLevelsThatNobodyAddsUp() {
    sys.zone("0", "package-0");
    sys.zone("0:0", "core");
    sys.zone("0:1", "uncore");
    sys.zone("1", "psys");

    assertThat(find().sensors())
        .extracting(sensor -> sensor.facts().device() + ": " + sensor.facts().scope().words())
        .containsExactly(
            "package-0: cpu package",
            "psys: platform",
            "package-0.core: cpu cores",
            "package-0.uncore: cpu uncore");
  }

  @Test
  @DisplayName("Case 11: the same counter behind MSR and MMIO is read once")
  void theSameCounterBehindAnotherInterfaceIsReadOnce() {
    sys.zone("intel-rapl-mmio", "0", "package-0");
    sys.zone("intel-rapl", "0", "package-0");

    Findings findings = find();

    assertThat(findings.sensors())
        .extracting(sensor -> sensor.facts().identity())
        .containsExactly(flat("intel-rapl:0", "").toString());
    assertThat(findings.unavailable())
        .containsExactly(
            new Unavailable(
                "rapl",
                "package-0.intel-rapl-mmio",
                flat("intel-rapl-mmio:0", "")
                    + " shows the counter of "
                    + flat("intel-rapl:0", "")
                    + ", which is read"));
  }

  @Test
  void theOtherInterfaceIsReadWhereThePreferredOneIsRefused() {
    Folder registers = sys.zone("intel-rapl", "0", "package-0");
    sys.zone("intel-rapl-mmio", "0", "package-0");
    refuse(registers.file("energy_uj"));

    Findings findings = find();

    assertThat(findings.sensors())
        .extracting(sensor -> sensor.facts().identity())
        .containsExactly(flat("intel-rapl-mmio:0", "").toString());
    assertThat(findings.unavailable())
        .extracting(Unavailable::reason)
        .singleElement()
        .asString()
        .contains("may not be read");
  }

  @Test
  @DisplayName("Case 12: a package is counted once, beside its memory")
  void aPackageIsCountedOnceBesideItsMemory() throws SensorException {
    sys.zone("0", "package-0").with("energy_uj", 60_000_000);
    sys.zone("0:0", "dram").with("energy_uj", 5_000_000);

    Findings findings = find();

    assertThat(devices(findings)).containsExactly("package-0", "package-0.dram");
    assertThat(joules(sensor(findings, "package-0"))).isEqualTo(60);
    assertThat(joules(sensor(findings, "package-0.dram"))).isEqualTo(5);
  }

  @Test
  void zonesThatAContainerSeesOnlyWithinOthersAreFound() throws IOException {
    sys.zone("0", "package-0");
    sys.zone("0:0", "dram");
    Files.delete(root.resolve("sys/class/powercap/intel-rapl:0"));
    Files.delete(root.resolve("sys/class/powercap/intel-rapl:0:0"));

    assertThat(devices(find())).containsExactly("package-0", "package-0.dram");
  }

  @Test
  void everyBoundOfAZoneIsToldByItsNameAlsoWhereTheCounterMayNotBeRead() {
    Folder zone =
        sys.zone("0", "package-0")
            .with("constraint_0_name", "long_term")
            .with("constraint_0_power_limit_uw", 125_000_000)
            .with("constraint_1_name", "short_term")
            .with("constraint_1_power_limit_uw", 241_500_000)
            .with("constraint_1_max_power_uw", 0);
    sys.zone("0:0", "dram").with("constraint_0_power_limit_uw", 0);
    sys.zone("1", "package-1").with("constraint_0_power_limit_uw", 90_000_000);
    sys.zone("intel-rapl-mmio", "0", "package-0").with("constraint_0_power_limit_uw", 65_000_000);
    refuse(zone.file("energy_uj"));

    assertThat(find().caps())
        .extracting(PowerCap::id, PowerCap::watts)
        .containsExactly(
            tuple("rapl.package-0 long_term", 125.0),
            tuple("rapl.package-0 short_term", 241.5),
            tuple("rapl.package-1 constraint_0", 90.0),
            tuple("rapl.package-0.intel-rapl-mmio constraint_0", 65.0));
  }

  @Test
  void aZoneThatIsSwitchedOffKeepsToNoBound() {
    sys.zone("0", "package-0").with("enabled", 0).with("constraint_0_power_limit_uw", 125_000_000);

    assertThat(find().caps()).isEmpty();
  }

  @Test
  void aRangeThatCannotBeReadIsUnknown() {
    Folder zone = sys.zone("0", "package-0");
    refuse(zone.file("max_energy_range_uj"));

    assertThat(sensor(find(), "package-0").counter().range()).isNaN();

    opener = FileOpener.SYSTEM;
    zone.with("max_energy_range_uj", "N/A");

    assertThat(sensor(find(), "package-0").counter().range()).isNaN();
  }

  @Test
  void aCounterTellsItsUnitItsRangeAndTheWindowsItSuits() {
    sys.zone("0", "package-0");

    EnergyCounter counter = sensor(find(), "package-0").counter();

    assertThat(counter.joulesPerCount()).isEqualTo(1e-6);
    assertThat(counter.range()).isEqualTo(262_143_328_850.0);
    assertThat(counter.resolution()).isEqualTo(Duration.ofMillis(1));
    assertThat(counter.least()).isEqualTo(Duration.ofMillis(20));
    assertThat(counter.sound()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  @DisplayName("Cases 35 and 36: energy of a package is labelled as that of all processes on it")
  void everySensorSaysThatItCoversTheWholePackageAndAllProcesses() {
    sys.zone("0", "package-0");
    sys.zone("0:0", "dram");
    sys.zone("0:1", "core");
    sys.zone("0:2", "uncore");
    sys.zone("1", "psys");

    assertThat(find().sensors())
        .hasSize(5)
        .allSatisfy(
            sensor ->
                assertThat(sensor.facts().attribution())
                    .containsPattern("whole (package|platform), all processes"));
  }

  @Test
  @DisplayName("Case 31: counters are found by what there is, not by the vendor: AMD")
  void countersOfAmdAreReadFromTheSameFilesSaveForThatOfOneCore() {
    sys.file("proc/cpuinfo", "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\n");
    sys.zone("0", "package-0");
    sys.zone("0:0", "core");

    Findings findings = find();

    assertThat(devices(findings)).containsExactly("package-0");
    assertThat(findings.unavailable())
        .containsExactly(
            new Unavailable(
                "rapl",
                "package-0.core",
                flat("intel-rapl:0:0", "") + " counts one core only, as AMD's register does"));
  }

  @Test
  void aZoneOfAnUnknownKindIsMentioned() {
    sys.zone("0", "package-0");
    sys.zone("1", "mystery");

    Findings findings = find();

    assertThat(devices(findings)).containsExactly("package-0");
    assertThat(findings.unavailable())
        .containsExactly(
            new Unavailable(
                "rapl", "mystery", flat("intel-rapl:1", "") + " is of a kind that is not known"));
  }

  @Test
  void aCountThatIsNegativeOrNoNumberIsRefusedWithItsFile() {
    sys.zone("0", "package-0").with("energy_uj", -5);
    sys.zone("1", "package-1").with("energy_uj", "N/A");

    assertThat(find().unavailable())
        .extracting(Unavailable::reason)
        .containsExactly(
            flat("intel-rapl:0", "energy_uj") + " says '-5'",
            flat("intel-rapl:1", "energy_uj") + " says 'N/A'");
  }

  @Test
  void aCounterFollowsALoadAcrossTheStartAnew() throws Exception {
    Folder zone = sys.zone("0", "package-0").with("energy_uj", 262_140_000_000L);
    Sensor sensor = sensor(find(), "package-0");
    double range = sensor.counter().range();
    double first = sensor.counter().reading().read();
    DoubleUnaryOperator watts = seconds -> 60 + 40 * seconds;
    FakeLoad load =
        new FakeLoad().counter(zone.file("energy_uj"), (long) first, (long) range, watts);
    load.start();
    Thread.sleep(300);
    load.close();

    double count = sensor.counter().reading().read();

    assertThat(count).isLessThan(first);
    double until = load.last();
    assertThat(until).isGreaterThan(0.2);
    assertThat((count - first + range) * sensor.counter().joulesPerCount())
        .isCloseTo(60 * until + 20 * until * until, within(1e-5));
  }
}
