package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.calque.runtime.Device;
import org.calque.runtime.ReplayException;
import org.calque.runtime.cuda.CudaDevices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The words by which a user says where operators run. */
class DeviceWordsTest {
  private static final TorchEngine ENGINE = new TorchEngine();

  @Test
  void theCpuIsAlwaysThere() {
    assertThat(ENGINE.device("cpu")).isEqualTo(Device.CPU);
    assertThat(ENGINE.freeBytes(Device.CPU)).isPositive();
  }

  @Test
  void autoIsTheCpuWhereLibTorchHasNoCudaDevice() {
    assumeTrue(CudaDevices.find().devices().isEmpty(), "this machine has a CUDA device");

    assertThat(ENGINE.device("auto")).isEqualTo(Device.CPU);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "gpu", "CPU", "cpu:1", "cuda:", "cuda:-1", "cuda:x", "cuda:99999"})
  void otherWordsAreRefusedWithThoseThereAre(String word) {
    assertThatThrownBy(() -> ENGINE.device(word))
        .isInstanceOf(ReplayException.class)
        .hasMessage("device=" + word + " is none of cpu, cuda, cuda:N and auto");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cuda", "cuda:0", "cuda:3"})
  void aDeviceThatIsNotThereIsRefusedWithTheReason(String word) {
    assumeTrue(CudaDevices.find().devices().isEmpty(), "this machine has a CUDA device");

    assertThatThrownBy(() -> ENGINE.device(word))
        .isInstanceOf(ReplayException.class)
        .hasMessage("device=" + word + ": " + CudaDevices.find().absence().orElseThrow());
  }

  @Test
  void aLibTorchWithoutCudaSaysWhereToGetOneThatHasIt() {
    TorchLibrary library = TorchLibrary.load();
    assumeTrue(!library.hasCuda(), "this LibTorch has CUDA");

    assertThat(library.cudaProblem().orElseThrow())
        .startsWith("LibTorch 2.13.0 (")
        .endsWith(
            ") has no CUDA; name the torch/lib folder of a CUDA build of PyTorch 2.13.0 with"
                + " -Dcalque.torch.lib, or build with mvn package -Pcuda");
  }
}
