package org.calque.runtime.power.rocm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.calque.runtime.power.Found.devices;
import static org.calque.runtime.power.Found.sensor;
import static org.calque.runtime.power.Found.watts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.Findings.Unavailable;
import org.calque.runtime.power.PowerSearch;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.SensorException;
import org.calque.runtime.power.StandInLibrary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** AMD's GPUs by a library that stands in for ROCm SMI. */
class RocmSourceTest {
  private static final String MI300 = "AMD Instinct MI300X OAM";
  private static final String MI250 = "AMD INSTINCT MI250 (MCM) OAM AC MBA";

  private StandInLibrary rocm;

  /** What happens while the source waits. */
  private Runnable meanwhile = () -> LockSupport.parkNanos(Duration.ofMillis(100).toNanos());

  @BeforeEach
  void emptyMachine() {
    rocm = StandInLibrary.of("rocm.c");
  }

  /** A GPU that draws 300 W and counts them. */
  private void gpu(int index, String name) {
    described(index, name);
    rocm.set(index, "power", 300e6).set(index, "energy", 1e9).set(index, "watts", 300);
  }

  private void described(int index, String name) {
    rocm.set(-1, "devices", index + 1).set(index, "name", name);
    rocm.set(index, "id", 0x1000 + index).set(index, "bus", 0xc1 + index);
  }

  private Findings find(Map<String, String> environment) {
    return new RocmSource(
            List.of("libcalque-is-not-there.so.1", rocm.file()), () -> meanwhile.run())
        .find(new PowerSearch(Path.of("/"), environment, ""));
  }

  private Findings find() {
    return find(Map.of());
  }

  private Sensor first() {
    return sensor(find(), "gpu0");
  }

  @Test
  void aMachineWithoutTheLibraryHasNothing() {
    assertThat(findIn(Path.of("/calque-is-not-there"))).isEqualTo(Findings.NONE);
  }

  @Test
  void theFolderOfRocmIsSearchedWhereTheLinkerDoesNot(@TempDir Path rocmPath) throws IOException {
    Path library = Files.createDirectory(rocmPath.resolve("lib")).resolve("librocm_smi64.so");
    Files.writeString(library, "no library");

    assertThat(findIn(rocmPath).unavailable())
        .singleElement()
        .satisfies(all -> assertThat(all.device()).isEqualTo("all"))
        .satisfies(all -> assertThat(all.reason()).contains(library.toString()));
  }

  private Findings findIn(Path rocmPath) {
    return new RocmSource(List.of("libcalque-is-not-there.so.1"), meanwhile)
        .find(new PowerSearch(Path.of("/"), Map.of("ROCM_PATH", rocmPath.toString()), ""));
  }

  @Test
  void aMachineWithoutGpusHasNothing() {
    meanwhile = () -> assertThat(true).as("nothing is waited for").isFalse();

    assertThat(find()).isEqualTo(Findings.NONE);
  }

  @Test
  void aLibraryThatDoesNotStartSaysWhy() {
    rocm.set(-1, "init", 8);

    assertThat(find().unavailable())
        .containsExactly(new Unavailable("rocm", "all", "rsmi_init: not initialized (8)"));
  }

  @Test
  void aGpuIsToldByUuidAddressAndBoard() {
    gpu(0, MI300);

    Sensor sensor = first();

    assertThat(sensor.facts().id()).isEqualTo("rocm.gpu0");
    assertThat(sensor.facts().scope()).isEqualTo(Scope.GPU);
    assertThat(sensor.facts().identity())
        .isEqualTo("GPU-0000000000001000, 0000:c1:00.0, AMD Instinct MI300X OAM");
    assertThat(find().unavailable()).isEmpty();
  }

  @Test
  @DisplayName("Case 13: HIP's list counts within that of ROCm's runtime")
  void onlyVisibleDevicesAreFound() {
    for (int i = 0; i < 8; i++) {
      gpu(i, MI300);
    }

    assertThat(devices(find())).hasSize(8);
    assertThat(devices(find(Map.of("ROCR_VISIBLE_DEVICES", "5, GPU-0000000000001002"))))
        .containsExactly("gpu5", "gpu2");
    assertThat(devices(find(Map.of("HIP_VISIBLE_DEVICES", "3")))).containsExactly("gpu3");
    assertThat(devices(find(Map.of("ROCR_VISIBLE_DEVICES", "4,5,6", "HIP_VISIBLE_DEVICES", "2,0"))))
        .containsExactly("gpu6", "gpu4");
    assertThat(find(Map.of("ROCR_VISIBLE_DEVICES", ""))).isEqualTo(Findings.NONE);
    assertThat(find(Map.of("HIP_VISIBLE_DEVICES", "-1"))).isEqualTo(Findings.NONE);
  }

  @Test
  @DisplayName("Case 13: HIP takes CUDA's list where its own is empty, and an empty one for none")
  void hipReadsTheListOfCuda() {
    gpu(0, MI300);
    gpu(1, MI300);

    assertThat(devices(find(Map.of("CUDA_VISIBLE_DEVICES", "1")))).containsExactly("gpu1");
    assertThat(devices(find(Map.of("HIP_VISIBLE_DEVICES", "", "CUDA_VISIBLE_DEVICES", "1"))))
        .containsExactly("gpu1");
    assertThat(devices(find(Map.of("HIP_VISIBLE_DEVICES", "0", "CUDA_VISIBLE_DEVICES", "1"))))
        .containsExactly("gpu0");
    assertThat(devices(find(Map.of("HIP_VISIBLE_DEVICES", "")))).containsExactly("gpu0", "gpu1");
  }

  @Test
  @DisplayName("Case 14: as much of a UUID as no other GPU has names one")
  void beginningsOfUuidsAreResolved() {
    gpu(0, MI300);
    gpu(1, MI300);
    rocm.set(0, "id", 0x1ab0000000000L).set(1, "id", 0x1ac0000000000L);

    assertThat(devices(find(Map.of("ROCR_VISIBLE_DEVICES", "gpu-0001AC,GPU-0001ab"))))
        .containsExactly("gpu1", "gpu0");
    assertThat(find(Map.of("ROCR_VISIBLE_DEVICES", "GPU-0001a")).sensors())
        .as("the beginning of two")
        .isEmpty();
    assertThat(find(Map.of("ROCR_VISIBLE_DEVICES", "GPU-")).sensors()).isEmpty();
  }

  @Test
  void aListEndsAtTheFirstEntryThatNamesNoDevice() {
    gpu(0, MI300);
    gpu(1, MI300);

    Findings findings = find(Map.of("ROCR_VISIBLE_DEVICES", "1", "HIP_VISIBLE_DEVICES", "0,1"));

    assertThat(devices(findings)).containsExactly("gpu1");
    assertThat(findings.unavailable())
        .containsExactly(
            new Unavailable(
                "rocm",
                "1",
                "HIP_VISIBLE_DEVICES names no device by '1': ROCm uses neither it nor what"
                    + " follows"));
  }

  @Test
  void placesInListsAreThoseOfTheKernelsNodes() {
    gpu(0, MI300);
    gpu(1, MI300);
    rocm.set(0, "node", 5).set(1, "node", 2);

    assertThat(devices(find(Map.of("ROCR_VISIBLE_DEVICES", "0")))).containsExactly("gpu1");
  }

  @Test
  void oneThatSupportsNothingDoesNotTakeTheOthersWithIt() {
    described(0, "AMD Radeon Graphics");
    gpu(1, MI300);

    Findings findings = find();

    assertThat(devices(findings)).containsExactly("gpu1");
    assertThat(findings.unavailable())
        .containsExactly(
            new Unavailable(
                "rocm",
                "gpu0",
                "rsmi_dev_power_get: not supported (2); rsmi_dev_power_ave_get: not supported (2);"
                    + " rsmi_dev_energy_count_get: not supported (2)"));
  }

  @ParameterizedTest(name = "counts {0} times the energy")
  @ValueSource(doubles = {1e-3, 0.02, 50, 1e3})
  @DisplayName("Case 22: a counter that is far off is dropped, and power is integrated")
  void aCounterThatIsOffIsDropped(double factor) throws SensorException {
    gpu(0, MI300);
    rocm.set(0, "watts", 300 * factor);

    Findings findings = find();

    assertThat(sensor(findings, "gpu0").counter()).isNull();
    assertThat(watts(sensor(findings, "gpu0"))).isCloseTo(300, within(1e-9));
    assertThat(findings.unavailable())
        .singleElement()
        .satisfies(counter -> assertThat(counter.device()).isEqualTo("gpu0.counter"))
        .satisfies(
            counter ->
                assertThat(counter.reason())
                    .startsWith("the energy counter says ")
                    .endsWith(" W where power is 300 W, so power is integrated"));
  }

  @ParameterizedTest(name = "counts {0} times the energy")
  @ValueSource(doubles = {0.3, 1, 3})
  @DisplayName("Case 22: a counter that agrees roughly is kept, since power changes")
  void aCounterThatAgreesIsKept(double factor) {
    gpu(0, MI300);
    rocm.set(0, "watts", 300 * factor);

    assertThat(first().counter()).isNotNull();
  }

  @Test
  @DisplayName("Case 23: a counter that stands still is dropped, and power is integrated")
  void aFrozenCounterIsDropped() {
    gpu(0, "AMD Instinct MI210");
    rocm.set(0, "watts", 0);

    Findings findings = find();

    assertThat(sensor(findings, "gpu0").counter()).isNull();
    assertThat(findings.unavailable())
        .singleElement()
        .satisfies(
            counter -> assertThat(counter.reason()).startsWith("the energy counter stood still"));
  }

  @Test
  void aCounterThatFallsIsDropped() {
    gpu(0, MI300);
    meanwhile = () -> rocm.set(0, "energy", 5);

    Findings findings = find();

    assertThat(sensor(findings, "gpu0").counter()).isNull();
    assertThat(findings.unavailable().get(0).reason()).startsWith("the energy counter fell");
  }

  @ParameterizedTest(name = "the odd die tells {0} uW")
  @ValueSource(doubles = {-1, 0})
  @DisplayName("Case 24: both dies of an MI250 are one sensor, and the odd one has none, not 0")
  void theEvenDieSpeaksForBoth(double odd) {
    gpu(0, MI250);
    described(1, MI250);
    if (odd >= 0) {
      rocm.set(1, "power", odd).set(1, "energy", 0);
    }

    Findings findings = find();

    assertThat(devices(findings)).containsExactly("gpu0");
    assertThat(first().facts().scope()).isEqualTo(Scope.GPU_PACKAGE);
    assertThat(first().facts().attribution()).isEqualTo("both dies of the package, all processes");
    assertThat(first().counter()).isNotNull();
    assertThat(findings.unavailable())
        .singleElement()
        .satisfies(die -> assertThat(die.device()).isEqualTo("gpu1"))
        .satisfies(die -> assertThat(die.reason()).startsWith("is measured with gpu0: rsmi_dev_"));
  }

  @Test
  @DisplayName("Case 24: dies that both answer, and boards of one die, are GPUs of their own")
  void diesThatAnswerAreTheirOwn() {
    gpu(0, MI250);
    gpu(1, MI250);
    gpu(2, "AMD Instinct MI210");
    described(3, "AMD Instinct MI210");

    Findings findings = find();

    assertThat(devices(findings)).containsExactly("gpu0", "gpu1", "gpu2");
    assertThat(findings.sensors()).allMatch(s -> s.facts().scope() == Scope.GPU);
    assertThat(findings.unavailable().get(0).reason()).doesNotContain("measured with");
  }

  @Test
  @DisplayName("Case 24: the package is one where the odd die is hidden")
  void aHiddenDieIsCountedAllTheSame() {
    gpu(0, MI250);
    described(1, MI250);

    Findings findings = find(Map.of("ROCR_VISIBLE_DEVICES", "0"));

    assertThat(sensor(findings, "gpu0").facts().scope()).isEqualTo(Scope.GPU_PACKAGE);
    assertThat(findings.unavailable()).isEmpty();
  }

  @Test
  @DisplayName("Case 24: an odd die that is visible alone has no number, and the reason says where")
  void anOddDieAloneIsNotMeasured() {
    gpu(0, MI250);
    described(1, MI250);

    Findings findings = find(Map.of("ROCR_VISIBLE_DEVICES", "1"));

    assertThat(findings.sensors()).isEmpty();
    assertThat(findings.unavailable())
        .singleElement()
        .satisfies(die -> assertThat(die.device()).isEqualTo("gpu1"))
        .satisfies(
            die ->
                assertThat(die.reason())
                    .startsWith("only gpu0, which is not visible, tells the power of both: rsmi_"));
  }

  @Test
  @DisplayName("Case 25: of average and current power the one that is valid is taken, and named")
  void theValidPowerIsTaken() throws SensorException {
    gpu(0, MI300);
    assertThat(first().gauge().instant()).isTrue();

    rocm.set(0, "power.type", 0);
    assertThat(first().gauge().average()).isEqualTo(Duration.ofSeconds(1));

    rocm.set(0, "power.type", -1).set(0, "average", 250e6);
    assertThat(watts(first())).isCloseTo(250, within(1e-9));
    assertThat(first().gauge().instant()).isFalse();
  }

  @Test
  @DisplayName("Case 25: power that no such board draws is rejected")
  void absurdPowerIsRejected() throws SensorException {
    gpu(0, "AMD Instinct MI325X");
    Sensor sensor = first();

    rocm.set(0, "power", 2e6);
    assertThatThrownBy(() -> watts(sensor))
        .isInstanceOf(SensorException.class)
        .hasMessage("rsmi_dev_power_get tells 2.0 W, less than the board draws idle");
    rocm.set(0, "power", 0);
    assertThatThrownBy(() -> watts(sensor)).hasMessageContaining("does not measure");
    rocm.set(0, "power", -1);
    assertThatThrownBy(() -> watts(sensor)).hasMessageContaining("18446744073709551615 uW");
    rocm.set(0, "power", 0xffffffffL * 1e3);
    assertThatThrownBy(() -> watts(sensor)).hasMessageContaining("which no GPU draws");
    rocm.set(0, "average", 400e6);
    assertThat(watts(first())).as("the other one").isCloseTo(400, within(1e-9));

    rocm.set(0, "name", "AMD Radeon 780M").set(0, "power", 2e6);
    assertThat(watts(first())).as("small ones do draw so little").isCloseTo(2, within(1e-9));
  }

  @Test
  @DisplayName("Case 26: counts times their resolution are microjoules, power is in microwatts")
  void unitsAreThoseOfTheLibrary() throws Exception {
    gpu(0, MI300);
    Sensor sensor = first();

    assertThat(sensor.counter().joulesPerCount()).isCloseTo(15.259e-6, within(1e-12));
    assertThat(watts(sensor)).isCloseTo(300, within(1e-9));
    long outerStart = System.nanoTime();
    double before = sensor.counter().reading().read();
    long innerStart = System.nanoTime();
    Thread.sleep(200);
    long innerEnd = System.nanoTime();
    double counts = sensor.counter().reading().read() - before;
    long outerEnd = System.nanoTime();
    assertThat(counts * sensor.counter().joulesPerCount())
        .isBetween(
            300 * (innerEnd - innerStart) / 1e9 - 0.01, 300 * (outerEnd - outerStart) / 1e9 + 0.01);

    rocm.set(0, "resolution", 1);
    assertThat(first().counter().joulesPerCount()).isCloseTo(1e-6, within(1e-12));

    rocm.set(0, "resolution", 0);
    assertThat(find().unavailable().get(0).reason()).contains("a resolution of 0.0 uJ");
  }

  @Test
  @DisplayName("Case 33: an old library without newer functions gives what it has")
  void missingFunctionsAreTolerated() throws SensorException {
    rocm = StandInLibrary.of("rocm.c", "-DOLD");
    described(0, "Vega 20");
    rocm.set(0, "average", 100e6);

    assertThat(watts(first())).isCloseTo(100, within(1e-9));
    assertThat(first().counter()).isNull();
    assertThat(find().unavailable())
        .containsExactly(
            new Unavailable("rocm", "gpu0.counter", "rsmi_dev_energy_count_get: error (2)"));
  }
}
