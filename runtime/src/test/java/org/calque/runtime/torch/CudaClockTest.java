package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.calque.runtime.cuda.StandInDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session's clock on a CUDA device that a stand-in driver has. */
class CudaClockTest {
  @TempDir private Path folder;

  @Test
  void anInvocationWaitsOnceAndTheContextIsGivenBack() throws IOException {
    Path log = folder.resolve("calls");
    Fork fork =
        Fork.run(
            ForkedClock.class,
            Map.of(
                "LD_LIBRARY_PATH", StandInDriver.complete().toString(),
                "STANDIN_LOG", log.toString()));

    assertThat(fork.exit()).as(fork.output()).isZero();
    assertThat(fork.output())
        .containsPattern("free: [1-9]\\d*")
        .contains("settled: 0", "timed: true")
        .as("there is a device, and a LibTorch that cannot use it")
        .contains("refused: device=cuda: LibTorch 2.13.0 (bundled) has no CUDA; ")
        .contains("auto: cpu");
    List<String> calls = Files.readAllLines(log);
    assertThat(calls).filteredOn(call -> call.startsWith("cuEventSynchronize")).hasSize(1 + 3);
    assertThat(calls).filteredOn(call -> call.startsWith("cuDevicePrimaryCtxRetain")).hasSize(1);
    assertThat(calls).filteredOn(call -> call.startsWith("cuDevicePrimaryCtxRelease")).hasSize(1);
  }
}
