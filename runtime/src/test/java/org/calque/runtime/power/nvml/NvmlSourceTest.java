package org.calque.runtime.power.nvml;

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
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.Findings.Unavailable;
import org.calque.runtime.power.MeterSettings;
import org.calque.runtime.power.Method;
import org.calque.runtime.power.PowerCap;
import org.calque.runtime.power.PowerMeter;
import org.calque.runtime.power.PowerSearch;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.SensorException;
import org.calque.runtime.power.StandInLibrary;
import org.calque.runtime.power.Validity;
import org.calque.runtime.power.WindowEnergy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** NVIDIA's GPUs by a library that stands in for the driver's. */
class NvmlSourceTest {
  private static final String INSTANT = "186.0";
  private static final String AVERAGE = "185.0";
  private static final String MODULE = "186.1";
  private static final String MEMORY = "186.2";

  private StandInLibrary nvml;

  @BeforeEach
  void emptyMachine() {
    nvml = StandInLibrary.of("nvml.c");
  }

  /** A GPU that tells the power of the instant and its energy. */
  private void gpu(int index, String name) {
    described(index, name);
    nvml.set(index, INSTANT, 200_000).set(index, "energy", 5e6).set(index, "watts", 200);
  }

  /** A GPU that tells nothing but what it is. */
  private void described(int index, String name) {
    nvml.set(-1, "devices", index + 1);
    nvml.set(index, "name", name).set(index, "uuid", uuid(index)).set(index, "bus", 0x41 + index);
    nvml.set(index, "architecture", 9);
  }

  private static String uuid(int index) {
    return "GPU-" + index + "0000000-aaaa-bbbb-cccc-000000000000";
  }

  private Findings find() {
    return find(Map.of());
  }

  private Findings find(Map<String, String> environment) {
    return find(nvml.file(), environment);
  }

  private static Findings find(String file, Map<String, String> environment) {
    return new NvmlSource(file).find(new PowerSearch(Path.of("/"), environment, ""));
  }

  private Findings visible(String list) {
    return find(Map.of("CUDA_VISIBLE_DEVICES", list));
  }

  private Sensor first() {
    return sensor(find(), "gpu0");
  }

  private static WindowEnergy measured(Sensor sensor, long millis) throws InterruptedException {
    try (PowerMeter meter = new PowerMeter(List.of(sensor), MeterSettings.DEFAULT)) {
      meter.start();
      PowerMeter.Window window = meter.open();
      Thread.sleep(millis);
      return meter.close(window).get(0);
    }
  }

  @Test
  void aMachineWithoutTheLibraryHasNothing() {
    assertThat(find("libcalque-is-not-there.so.1", Map.of())).isEqualTo(Findings.NONE);
  }

  @Test
  void aMachineWithoutGpusHasNothing() {
    assertThat(find()).isEqualTo(Findings.NONE);
  }

  @Test
  void aLibraryThatCannotBeLoadedIsNamed(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("libnvidia-ml.so.1"), "no library");

    assertThat(find(file.toString(), Map.of()).unavailable())
        .singleElement()
        .satisfies(all -> assertThat(all.device()).isEqualTo("all"))
        .satisfies(all -> assertThat(all.reason()).contains(file.toString()));
  }

  @Test
  void aLibraryThatDoesNotStartSaysWhy() {
    gpu(0, "NVIDIA H100 PCIe");
    nvml.set(-1, "init", 9);

    assertThat(find())
        .isEqualTo(
            new Findings(
                List.of(),
                List.of(new Unavailable("nvml", "all", "nvmlInit_v2: Driver Not Loaded (9)"))));
  }

  @Test
  void aGpuIsToldByUuidAddressAndBoard() {
    gpu(0, "NVIDIA H100 PCIe");

    Sensor sensor = first();

    assertThat(sensor.facts().id()).isEqualTo("nvml.gpu0");
    assertThat(sensor.facts().scope()).isEqualTo(Scope.GPU);
    assertThat(sensor.facts().identity())
        .isEqualTo(uuid(0) + ", 00000000:41:00.0, NVIDIA H100 PCIe");
    assertThat(sensor.facts().attribution()).isEqualTo("whole GPU, all processes");
  }

  @Test
  void aGpuTellsTheBoundOfItsPowerWhereTheDriverDoes() {
    gpu(0, "NVIDIA H100 PCIe");
    gpu(1, "NVIDIA H100 PCIe");
    nvml.set(1, "limit", 310_000);

    assertThat(find().caps()).containsExactly(new PowerCap("nvml", "gpu1", 310));
  }

  @Test
  @DisplayName("Case 13: of several GPUs those that the job may use are measured, in its order")
  void onlyVisibleDevicesAreFound() {
    for (int i = 0; i < 8; i++) {
      gpu(i, "NVIDIA A100-SXM4-80GB");
    }

    assertThat(devices(find())).hasSize(8);
    assertThat(devices(visible("5"))).containsExactly("gpu5");
    assertThat(devices(visible(" 6, 2,6"))).containsExactly("gpu6", "gpu2");
    assertThat(visible("")).isEqualTo(Findings.NONE);
    assertThat(visible("-1")).isEqualTo(Findings.NONE);
    assertThat(visible("5").sensors().get(0).facts().identity())
        .as("boards that are alike need no word about their order")
        .isEqualTo(uuid(5) + ", 00000000:46:00.0, NVIDIA A100-SXM4-80GB");
  }

  @Test
  void aListEndsAtTheFirstEntryThatNamesNoDevice() {
    gpu(0, "NVIDIA H100 PCIe");
    gpu(1, "NVIDIA H100 PCIe");

    Findings findings = visible("1,9,0");

    assertThat(devices(findings)).containsExactly("gpu1");
    assertThat(findings.unavailable())
        .containsExactly(
            new Unavailable(
                "nvml",
                "9",
                "CUDA_VISIBLE_DEVICES names no device by '9': CUDA uses neither it nor what"
                    + " follows"));
    assertThat(devices(visible("1,-1,0"))).containsExactly("gpu1");
  }

  @Test
  void numbersOfDifferentBoardsNeedTheOrderOfTheBus() {
    gpu(0, "NVIDIA T4");
    gpu(1, "NVIDIA H100 PCIe");

    assertThat(visible("0").sensors().get(0).facts().identity()).endsWith("=PCI_BUS_ID");
    assertThat(visible("GPU-1").sensors().get(0).facts().identity()).endsWith("H100 PCIe");
    assertThat(
            find(Map.of("CUDA_VISIBLE_DEVICES", "0", "CUDA_DEVICE_ORDER", "PCI_BUS_ID"))
                .sensors()
                .get(0)
                .facts()
                .identity())
        .endsWith("NVIDIA T4");
  }

  @Test
  @DisplayName("Case 14: UUIDs, their beginnings and slices of MIG name GPUs")
  void uuidsAreResolved() {
    gpu(0, "NVIDIA A100-SXM4-80GB");
    gpu(1, "NVIDIA A100-SXM4-80GB");
    nvml.set(1, "uuid", "GPU-0fffffff-aaaa-bbbb-cccc-000000000000");
    nvml.set(1, "slice", "MIG-ec73ed57-6aa0-541d-9909-e4f6518cbd33");

    assertThat(devices(visible(uuid(0)))).containsExactly("gpu0");
    assertThat(devices(visible("GPU-0f,GPU-00"))).containsExactly("gpu1", "gpu0");
    assertThat(devices(visible("GPU-0"))).as("the beginning of two").isEmpty();

    Findings slice = visible("MIG-ec73ed57-6aa0-541d-9909-e4f6518cbd33");
    assertThat(devices(slice)).containsExactly("gpu1");
    assertThat(slice.sensors().get(0).facts().attribution())
        .isEqualTo("whole GPU, shared by its MIG slices, all processes");
    assertThat(devices(visible("MIG-" + uuid(0) + "/1/0"))).containsExactly("gpu0");

    assertThat(visible("MIG-00000000-0000-0000-0000-000000000000").unavailable())
        .singleElement()
        .satisfies(u -> assertThat(u.reason()).contains("names no device"));
  }

  @Test
  @DisplayName("Case 15: a GPU in MIG mode is one sensor, labelled as shared")
  void slicesHaveNoEnergyOfTheirOwn() {
    gpu(0, "NVIDIA A100-SXM4-80GB");
    nvml.set(0, "mig", 1).set(0, "slice", "MIG-1");
    gpu(1, "NVIDIA A100-SXM4-80GB");
    nvml.set(1, "mig", 0);

    Findings findings = find();

    assertThat(devices(findings)).containsExactly("gpu0", "gpu1");
    assertThat(sensor(findings, "gpu0").facts().attribution()).contains("shared by its MIG slices");
    assertThat(sensor(findings, "gpu1").facts().attribution()).doesNotContain("shared");
    assertThat(devices(visible("MIG-1"))).containsExactly("gpu0");
  }

  @Test
  @DisplayName("Case 16: a GPU without a counter is measured by its power, and the method says so")
  void powerIsIntegratedWithoutACounter() throws InterruptedException {
    described(0, "Tesla P100-PCIE-16GB");
    nvml.set(0, "architecture", 4).set(0, "usage", 60_000);

    Sensor sensor = first();
    WindowEnergy energy = measured(sensor, 500);

    assertThat(sensor.counter()).isNull();
    assertThat(energy.method()).isEqualTo(Method.INSTANT);
    assertThat(energy.counted()).isNaN();
    assertThat(energy.watts()).isCloseTo(60, within(0.1));
    assertThat(find().unavailable()).isEmpty();
  }

  @Test
  void aCounterThatStandsAtZeroIsNoCounter() {
    gpu(0, "GRID V100D-8Q");
    nvml.set(0, "energy", 0).set(0, "watts", 0);

    Findings findings = find();

    assertThat(sensor(findings, "gpu0").counter()).isNull();
    assertThat(findings.unavailable())
        .containsExactly(
            new Unavailable(
                "nvml",
                "gpu0.counter",
                "nvmlDeviceGetTotalEnergyConsumption tells 0 mJ, so it does not count"));
  }

  @Test
  @DisplayName("Case 17: a GPU that supports nothing does not take the others with it")
  void oneThatSupportsNothingIsUnavailable() {
    gpu(0, "NVIDIA H100 PCIe");
    described(1, "Quadro K620");
    gpu(2, "NVIDIA H100 PCIe");
    gpu(3, "NVIDIA H100 PCIe");
    nvml.set(2, "handle", 15);

    Findings findings = find();

    assertThat(devices(findings)).containsExactly("gpu0", "gpu3");
    assertThat(findings.unavailable())
        .extracting(Unavailable::device)
        .containsExactly("gpu1", "gpu2");
    assertThat(findings.unavailable().get(0).reason())
        .isEqualTo(
            "there is no counter of energy;"
                + " nvmlDeviceGetFieldValues for instant power: Not Supported (3);"
                + " nvmlDeviceGetFieldValues for average power: Not Supported (3);"
                + " nvmlDeviceGetPowerUsage: Not Supported (3)");
    assertThat(findings.unavailable().get(1).reason())
        .isEqualTo("nvmlDeviceGetHandleByIndex_v2: GPU is lost (15)");
  }

  @Test
  @DisplayName("Case 18: where NVML starts and supports nothing, as on a Jetson, that is told")
  void aJetsonHasNoSensorAndAReason() {
    described(0, "Orin (nvgpu)");

    Findings findings = find();

    assertThat(findings.sensors()).isEmpty();
    assertThat(findings.unavailable())
        .singleElement()
        .satisfies(gpu -> assertThat(gpu.device()).isEqualTo("gpu0"))
        .satisfies(gpu -> assertThat(gpu.reason()).contains("Not Supported (3)"));
  }

  @ParameterizedTest(name = "{0}, architecture {1}: {2} ms")
  @DisplayName("Case 20: averages over a second are told from power of the instant")
  @CsvSource({
    "NVIDIA GeForce RTX 3090,7,1000",
    "NVIDIA H100 PCIe,9,1000",
    "NVIDIA A100-SXM4-80GB,7,0",
    "NVIDIA A1000,7,1000",
    "Tesla V100-SXM2-32GB,5,0",
    "Tesla T4,6,0",
    "NVIDIA board of the future,99,1000",
  })
  void whatPowerUsageAveragesDependsOnTheBoard(String name, int architecture, long millis)
      throws SensorException {
    described(0, name);
    nvml.set(0, "architecture", architecture).set(0, "usage", 75_500);

    assertThat(first().gauge().average()).isEqualTo(Duration.ofMillis(millis));
    assertThat(watts(first())).isCloseTo(75.5, within(1e-9));

    nvml.set(0, AVERAGE, 80_000);
    assertThat(first().gauge().average()).isEqualTo(Duration.ofSeconds(1));
    assertThat(watts(first())).isCloseTo(80, within(1e-9));

    nvml.set(0, INSTANT, 85_000);
    assertThat(first().gauge().instant()).isTrue();
    assertThat(watts(first())).isCloseTo(85, within(1e-9));
  }

  @Test
  @DisplayName("Case 21: GH200: the module has a sensor of its own, and with it the counter")
  void theModuleIsNotTheGpu() throws SensorException {
    gpu(0, "NVIDIA GH200 480GB");
    nvml.set(0, MODULE, 300_000).set(0, MEMORY, 40_000);

    Findings findings = find();

    assertThat(devices(findings)).containsExactly("gpu0", "gpu0.module", "gpu0.memory");
    assertThat(sensor(findings, "gpu0").counter()).isNull();
    assertThat(watts(sensor(findings, "gpu0"))).isCloseTo(200, within(1e-9));
    Sensor module = sensor(findings, "gpu0.module");
    assertThat(module.facts().scope()).isEqualTo(Scope.MODULE);
    assertThat(module.facts().attribution()).contains("the energy counter covers the module");
    assertThat(module.counter()).isNotNull();
    assertThat(watts(module)).isCloseTo(300, within(1e-9));
    Sensor memory = sensor(findings, "gpu0.memory");
    assertThat(memory.facts().scope()).isEqualTo(Scope.GPU_MEMORY);
    assertThat(watts(memory)).isCloseTo(40, within(1e-9));
    assertThat(memory.counter()).isNull();
  }

  @Test
  @DisplayName("Case 21: GH200: where only the module answers, its power is not called the GPU's")
  void theGpuIsUnavailableWhereOnlyTheModuleAnswers() {
    described(0, "NVIDIA GH200 480GB");
    nvml.set(0, MODULE, 300_000).set(0, "usage", 300_000).set(0, "energy", 5e6);

    Findings findings = find();

    assertThat(devices(findings)).containsExactly("gpu0.module");
    assertThat(findings.unavailable())
        .singleElement()
        .satisfies(gpu -> assertThat(gpu.device()).isEqualTo("gpu0"))
        .satisfies(gpu -> assertThat(gpu.reason()).contains("may cover the module"));
  }

  @Test
  @DisplayName("Case 21: GH200: an old driver's power says that its scope is not known")
  void anOldDriverOfAModule() {
    described(0, "NVIDIA GH200 480GB");
    nvml.set(0, "usage", 105_000).set(0, "energy", 5e6);

    Findings findings = find();

    assertThat(devices(findings)).containsExactly("gpu0", "gpu0.module");
    assertThat(sensor(findings, "gpu0").facts().attribution()).contains("drivers differ");
    assertThat(sensor(findings, "gpu0").counter()).isNull();
    assertThat(sensor(findings, "gpu0.module").gauge()).isNull();
    assertThat(sensor(findings, "gpu0.module").counter()).isNotNull();
  }

  @Test
  void elsewhereTheCounterIsTheGpus() {
    gpu(0, "NVIDIA H200");
    nvml.set(0, MODULE, 300_000);

    Findings findings = find();

    assertThat(sensor(findings, "gpu0").counter()).isNotNull();
    assertThat(sensor(findings, "gpu0.module").counter()).isNull();
  }

  @Test
  @DisplayName("Case 26: the counter is of millijoules, power of milliwatts")
  void unitsAreThoseOfNvml() throws Exception {
    gpu(0, "NVIDIA H100 PCIe");

    Sensor sensor = first();
    long outerStart = System.nanoTime();
    double before = sensor.counter().reading().read() * sensor.counter().joulesPerCount();
    long innerStart = System.nanoTime();
    Thread.sleep(300);
    long innerEnd = System.nanoTime();
    double joules = sensor.counter().reading().read() * sensor.counter().joulesPerCount() - before;
    long outerEnd = System.nanoTime();

    assertThat(before).isBetween(5000.0, 10_000.0);
    assertThat(joules)
        .isBetween(
            200 * (innerEnd - innerStart) / 1e9 - 0.01, 200 * (outerEnd - outerStart) / 1e9 + 0.01);
    assertThat(watts(sensor)).isCloseTo(200, within(1e-9));
    assertThat(sensor.counter().least()).isEqualTo(Duration.ofSeconds(2));
    assertThat(sensor.counter().sound()).isEqualTo(Duration.ofSeconds(5));
    assertThat(sensor.gauge().period()).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void aCounterThatFallsIsToldAsReset() throws InterruptedException {
    described(0, "NVIDIA H100 PCIe");
    nvml.set(0, "energy", 22e9);
    Sensor sensor = new Sensor(first().facts(), first().counter(), null);

    try (PowerMeter meter = new PowerMeter(List.of(sensor), MeterSettings.DEFAULT)) {
      PowerMeter.Window window = meter.open();
      nvml.set(0, "energy", 200e3);
      WindowEnergy energy = meter.close(window).get(0);
      assertThat(energy.validity()).isEqualTo(Validity.RESET);
      assertThat(energy.joules()).isNaN();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  @DisplayName("Case 33: a value is read by the type that the driver gives it")
  void valuesHaveTypes(int type) throws SensorException {
    described(0, "NVIDIA H100 PCIe");
    nvml.set(0, "type", type).set(0, INSTANT, 40_321);

    assertThat(watts(first())).isCloseTo(40.321, within(1e-9));
  }

  @Test
  @DisplayName("Case 33: a type that nobody knows is no value")
  void unknownTypesAreRefused() {
    described(0, "NVIDIA H100 PCIe");
    nvml.set(0, "type", 7).set(0, INSTANT, 40_321);

    assertThat(find().unavailable().get(0).reason())
        .contains("instant power is a value of the unknown type 7");
  }

  @Test
  @DisplayName("Case 33: an old driver without newer functions gives what it has")
  void missingFunctionsAreTolerated() throws SensorException {
    nvml = StandInLibrary.of("nvml.c", "-DOLD");
    described(0, "Tesla K80");
    nvml.set(0, "usage", 61_000);

    Sensor sensor = first();

    assertThat(sensor.facts().identity()).isEqualTo(uuid(0) + ", 00000000:41:00.0, Tesla K80");
    assertThat(sensor.counter()).isNull();
    assertThat(watts(sensor)).isCloseTo(61, within(1e-9));
    assertThat(visible("MIG-1").unavailable()).hasSize(1);
  }

  @Test
  @DisplayName("Case 33: words for a failure may be missing as well")
  void failuresHaveTheirNumberWithoutWords() {
    nvml = StandInLibrary.of("nvml.c", "-DOLD");
    nvml.set(-1, "init", 9);

    assertThat(find().unavailable())
        .containsExactly(new Unavailable("nvml", "all", "nvmlInit: error (9)"));
  }

  @Test
  @DisplayName("Case 33: a library that cannot be started at all is named")
  void aLibraryWithoutAStart() {
    nvml = StandInLibrary.of("nvml.c", "-DBARE");

    assertThat(find().unavailable())
        .containsExactly(new Unavailable("nvml", "all", nvml.file() + " has no nvmlInit"));
  }

  @Test
  void theReturnOfTheCallCountsAsWellAsThatOfTheValue() {
    gpu(0, "NVIDIA H100 PCIe");
    nvml.set(0, "fields", 15).set(0, "usage", 60_000);

    assertThat(first().gauge().instant()).as("falls back to nvmlDeviceGetPowerUsage").isFalse();
  }

  @Test
  void absurdAnswersAreNoNumbers() throws SensorException {
    gpu(0, "NVIDIA H100 PCIe");
    Sensor sensor = first();

    nvml.set(0, INSTANT, 0xffffffffL);
    assertThatThrownBy(() -> watts(sensor))
        .isInstanceOf(SensorException.class)
        .hasMessage("instant power tells 4294967.295 W, which no GPU draws");
    nvml.set(0, INSTANT, 100_001_000);
    assertThatThrownBy(() -> watts(sensor)).hasMessageContaining("100001.0 W");
    nvml.set(0, INSTANT, 0);
    assertThatThrownBy(() -> watts(sensor)).hasMessageContaining("does not measure");
    nvml.set(0, INSTANT, -1000).set(0, "type", 5);
    assertThatThrownBy(() -> watts(sensor)).hasMessageContaining("-1.0 W");
    nvml.set(0, "energy.bits", -1);
    assertThatThrownBy(() -> sensor.counter().reading().read())
        .hasMessageContaining("18446744073709551615 mJ");
  }

  @Test
  void powerFollowsItsCurve() throws Exception {
    gpu(0, "NVIDIA H100 PCIe");
    nvml.set(0, INSTANT + ".slope", 100_000);

    Sensor sensor = first();
    double before = watts(sensor);
    Thread.sleep(200);

    assertThat(watts(sensor) - before).as("100 W more each second").isGreaterThan(19);
  }
}
