package org.calque.runtime.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Looking for devices ends with devices or with one line, whatever the machine is like. */
class CudaDevicesTest {
  private static final String WANTED = "the driver of CUDA 12.0 or newer (525 or newer)";

  @TempDir Path folder;

  @Test
  void devicesAreDescribedByTheDriver() {
    CudaFork.Ended ended =
        CudaFork.withStandIn(folder).with("STANDIN_DEVICES", "2").run(CudaScenario.DEVICES);

    assertThat(ended.output())
        .containsExactly(
            new CudaDevice(
                    0,
                    "Stand-in 0",
                    "GPU-00112233-4455-6677-8899-aabbccddee00",
                    "13.0",
                    "9.0",
                    1L << 30,
                    1_980_000,
                    3_201_000,
                    132,
                    "0000:3B:00.0")
                .toString(),
            new CudaDevice(
                    1,
                    "Stand-in 1",
                    "GPU-00112233-4455-6677-8899-aabbccddee01",
                    "13.0",
                    "9.0",
                    1L << 30,
                    1_980_000,
                    3_201_000,
                    132,
                    "0000:3C:00.0")
                .toString(),
            "the same again: true");
    assertThat(ended.exit()).isZero();
    assertThat(ended.calls("cuDeviceGetCount")).as("looking again asks nothing").hasSize(1);
    assertThat(ended.calls("cuDevicePrimaryCtxRetain")).as("looking takes no memory").isEmpty();
  }

  @Test
  void withoutADriverThatIsSaid() {
    CudaFork.Ended ended = CudaFork.withoutDriver(folder).run(CudaScenario.DEVICES);

    assertThat(ended.output())
        .containsExactly(
            "absence: there is no NVIDIA driver, or only the stub of the CUDA toolkit: libcuda.so.1"
                + " is not found or tells no version; install "
                + WANTED
                + ", or name the folder of its libcuda.so.1 in LD_LIBRARY_PATH",
            "the same again: true");
    assertThat(ended.exit()).isZero();
  }

  @Test
  void theStubOfTheToolkitIsNoDriver() {
    CudaFork.Ended ended =
        CudaFork.withDriver(StandInDriver.versionOnly(), folder)
            .with("STANDIN_FAIL", "cuDriverGetVersion:34")
            .run(CudaScenario.DEVICES);

    assertThat(ended.calls()).containsExactly("cuDriverGetVersion -> 34");
    assertThat(ended.output())
        .first()
        .asString()
        .startsWith("absence: there is no NVIDIA driver, or only the stub of the CUDA toolkit");
    assertThat(ended.exit()).isZero();
  }

  @Test
  void aDriverWithoutDevicesIsSaid() {
    CudaFork.Ended ended =
        CudaFork.withStandIn(folder).with("STANDIN_DEVICES", "0").run(CudaScenario.DEVICES);

    assertThat(ended.calls("cuInit")).isNotEmpty().containsOnly("cuInit -> 100");
    assertThat(ended.calls("cuDeviceGet")).isEmpty();
    assertThat(ended.output())
        .containsExactly(
            "absence: the NVIDIA driver (CUDA 13.0) shows this process no device;"
                + " check nvidia-smi -L and CUDA_VISIBLE_DEVICES",
            "the same again: true");
    assertThat(ended.exit()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"11080,11.8", "11040,11.4"})
  void aDriverThatIsTooOldIsAskedNothingButItsVersion(String number, String version) {
    CudaFork.Ended ended =
        CudaFork.withDriver(StandInDriver.versionOnly(), folder)
            .with("STANDIN_VERSION", number)
            .run(CudaScenario.DEVICES);

    assertThat(ended.output())
        .containsExactly(
            "absence: the NVIDIA driver is too old: it knows CUDA "
                + version
                + "; install "
                + WANTED,
            "the same again: true");
    assertThat(ended.exit()).isZero();
  }

  @Test
  void aDriverThatTellsNoVersionIsAskedNothingElse() {
    CudaFork.Ended ended =
        CudaFork.withDriver(StandInDriver.versionOnly(), folder)
            .with("STANDIN_VERSION", "0")
            .run(CudaScenario.DEVICES);

    assertThat(ended.output()).first().asString().startsWith("absence: there is no NVIDIA driver");
    assertThat(ended.exit()).isZero();
  }

  @Test
  void anyOtherCallToADriverWithoutItWouldEndTheProcess() {
    CudaFork.Ended ended =
        CudaFork.withDriver(StandInDriver.versionOnly(), folder).run(CudaScenario.DEVICES);

    assertThat(ended.exit()).isEqualTo(127);
    assertThat(ended.output()).last().asString().contains("undefined symbol: cuInit");
  }

  @Test
  void aPlatformThatJCudaDoesNotKnowIsSaid() {
    CudaFork.Ended ended =
        CudaFork.withoutDriver(folder)
            .withJvmArgument("-Dos.arch=riscv64")
            .run(CudaScenario.DEVICES);

    assertThat(ended.output())
        .containsExactly(
            "absence: JCuda cannot be used on Linux riscv64: No resource found with name"
                + " '/lib/libJCudaRuntime-12.6.0-linux-risc.so'",
            "the same again: true");
    assertThat(ended.exit()).isZero();
  }

  @Test
  void aSystemThatCudaHasLeftIsSaid() {
    CudaFork.Ended ended =
        CudaFork.withoutDriver(folder)
            .withJvmArgument("-Dos.name=Mac OS X")
            .run(CudaScenario.DEVICES);

    assertThat(ended.output())
        .first()
        .asString()
        .startsWith("absence: JCuda cannot be used on Mac OS X ")
        .contains("not available on MacOS");
    assertThat(ended.exit()).isZero();
  }

  @Test
  void aDeviceThatIsNotThereIsRefused() {
    CudaFork.Ended ended =
        CudaFork.withStandIn(folder).with("STANDIN_DEVICES", "2").run(CudaScenario.ABSENT_DEVICE);

    assertThat(ended.output())
        .containsExactly(
            "error: there is no CUDA device 2; choose one of 0 (Stand-in 0), 1 (Stand-in 1)");
  }
}
