package org.calque.runtime.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A context is had, tells of memory, and is given back, with all that was made in it. */
class CudaContextTest {
  private static final long MIB = 1 << 20;

  @TempDir Path folder;

  @Test
  void memoryIsWhatTheDriverCounts() {
    CudaFork.Ended ended = CudaFork.withStandIn(folder).run(CudaScenario.MEMORY);

    assertThat(ended.number("total")).isEqualTo(1024 * MIB);
    assertThat(ended.number("before")).as("without the context's own").isEqualTo(768 * MIB);
    assertThat(ended.number("taken")).isEqualTo(704 * MIB);
    assertThat(ended.number("given back")).isEqualTo(768 * MIB);
    assertThat(ended.exit()).isZero();
  }

  @Test
  void whatIsMadeIsGivenBackOnce() {
    CudaFork.Ended ended = CudaFork.withStandIn(folder).run(CudaScenario.EVERYTHING);

    assertThat(ended.output()).containsExactly("some is free: true", "took time: true", "closed");
    assertEverythingIsReleased(ended);
  }

  @Test
  void whatIsStillOpenIsClosedWithTheContextAndOfNoUseThen() {
    CudaFork.Ended ended = CudaFork.withStandIn(folder).run(CudaScenario.CLOSED_WITH_PARTS);

    assertThat(ended.output())
        .containsExactly(
            "misuse: the timer is closed",
            "misuse: the timer is closed",
            "misuse: the stream is closed",
            "misuse: the context of device 0 (Stand-in 0) is closed",
            "misuse: the context of device 0 (Stand-in 0) is closed",
            "misuse: the context of device 0 (Stand-in 0) is closed");
    assertThat(ended.exit()).isZero();
    assertThat(ended.calls("cuEventCreate")).hasSize(4);
    assertEverythingIsReleased(ended);
    assertThat(ended.calls()).last().isEqualTo("cuDevicePrimaryCtxRelease -> 0");
  }

  private static void assertEverythingIsReleased(CudaFork.Ended ended) {
    assertThat(ended.calls()).allMatch(call -> call.endsWith(" -> 0"));
    assertPaired(ended, "cuDevicePrimaryCtxRetain", "cuDevicePrimaryCtxRelease");
    assertPaired(ended, "cuStreamCreate", "cuStreamDestroy");
    assertPaired(ended, "cuEventCreate", "cuEventDestroy");
  }

  private static void assertPaired(CudaFork.Ended ended, String first, String second) {
    assertThat(ended.calls(first)).isNotEmpty().hasSameSizeAs(ended.calls(second));
  }

  @Test
  void whatWasCurrentBeforeIsCurrentAgain() {
    CudaFork.Ended ended = CudaFork.withStandIn(folder).run(CudaScenario.NESTED);

    assertThat(ended.number("inner")).isEqualTo(768 * MIB);
    assertThat(ended.number("outer")).isEqualTo(768 * MIB);
    assertThat(ended.number("outer again"))
        .as("closing the context of another thread changes nothing on this one")
        .isEqualTo(768 * MIB);
    assertThat(ended.calls("cuCtxSetCurrent"))
        .containsExactly(
            "cuCtxSetCurrent context=primary -> 0",
            "cuCtxSetCurrent context=primary -> 0",
            "cuCtxSetCurrent context=primary -> 0",
            "cuCtxSetCurrent context=primary -> 0",
            "cuCtxSetCurrent context=none -> 0");
    assertPaired(ended, "cuDevicePrimaryCtxRetain", "cuDevicePrimaryCtxRelease");
    assertThat(ended.exit()).isZero();
  }

  @Test
  void aDeviceTooFullForAContextIsSaidWithItsSize() {
    CudaFork.Ended ended =
        CudaFork.withStandIn(folder).with("STANDIN_MEMORY_MIB", "128").run(CudaScenario.CONTEXT);

    assertThat(ended.output())
        .containsExactly(
            "error: cuDevicePrimaryCtxRetain on device 0 (Stand-in 0) failed:"
                + " CUDA_ERROR_OUT_OF_MEMORY (as the stand-in says);"
                + " the device has 0.13 GiB; nvidia-smi shows who holds them");
    assertThat(ended.exit()).isZero();
  }

  @Test
  void wantOfMemoryInAContextIsSaidWithFreeAndTotal() {
    CudaFork.Ended ended =
        CudaFork.withStandIn(folder)
            .with("STANDIN_FAIL", "cuStreamCreate:2")
            .run(CudaScenario.EVERYTHING);

    assertThat(ended.output())
        .containsExactly(
            "error: cuStreamCreate on device 0 (Stand-in 0) failed:"
                + " CUDA_ERROR_OUT_OF_MEMORY (as the stand-in says);"
                + " 0.75 GiB of 1.00 GiB are free");
  }
}
