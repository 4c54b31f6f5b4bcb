package org.calque.runtime.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.calque.runtime.ReplayException;
import org.junit.jupiter.api.Test;

/** What can be told without a driver. */
class CudaTextTest {
  private static final CudaDevice FIRST = device(0, "NVIDIA H200");
  private static final CudaDevice SECOND = device(1, "NVIDIA L4");

  private static CudaDevice device(int ordinal, String name) {
    return new CudaDevice(
        ordinal, name, "GPU-0", "13.0", "9.0", 1L << 37, 1_980_000, 3_201_000, 132, "0000:3B:00.0");
  }

  @Test
  void versionsAreWrittenAsNvidiaDoes() {
    assertThat(new CudaVersion(13000)).hasToString("13.0");
    assertThat(new CudaVersion(12080)).hasToString("12.8");
    assertThat(new CudaVersion(11080)).hasToString("11.8");
  }

  @Test
  void theOldestDriverIsThatOfCuda12() {
    assertThat(new CudaVersion(11080).isTooOld()).isTrue();
    assertThat(new CudaVersion(12000).isTooOld()).isFalse();
  }

  @Test
  void aUuidIsWrittenAsNvidiaSmiPrintsIt() {
    byte[] bytes = new byte[16];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 0x11);
    }

    assertThat(DeviceUuid.format(bytes)).isEqualTo("GPU-00112233-4455-6677-8899-aabbccddeeff");
  }

  @Test
  void aDeviceIsFoundByItsOrdinal() {
    CudaDevices devices = CudaDevices.of(List.of(FIRST, SECOND));

    assertThat(devices.device(1)).isEqualTo(SECOND);
    assertThat(devices.devices()).containsExactly(FIRST, SECOND);
    assertThat(devices.absence()).isEmpty();
  }

  @Test
  void anotherOrdinalIsRefusedWithThoseThatThereAre() {
    CudaDevices devices = CudaDevices.of(List.of(FIRST, SECOND));

    for (int ordinal : new int[] {-1, 2}) {
      assertThatThrownBy(() -> devices.device(ordinal))
          .isInstanceOf(ReplayException.class)
          .hasMessage(
              "there is no CUDA device "
                  + ordinal
                  + "; choose one of 0 (NVIDIA H200), 1 (NVIDIA L4)");
    }
  }

  @Test
  void withoutDevicesAnyOrdinalIsRefusedWithTheReason() {
    CudaDevices none = CudaDevices.none("no driver; install one");

    assertThat(none.devices()).isEmpty();
    assertThat(none.absence()).contains("no driver; install one");
    assertThatThrownBy(() -> none.device(0))
        .isInstanceOf(ReplayException.class)
        .hasMessage("there is no CUDA device 0: no driver; install one");
  }

  @Test
  void ofJCudasLongMessageTheReasonIsKept() {
    String message =
        """
        Error while loading native library "JCudaDriver-12.6.0-linux-x86_64"
        Operating system name: Linux
        Stack trace from the attempt to load the library as a file:
        java.lang.UnsatisfiedLinkError: no JCudaDriver-12.6.0 in java.library.path
        \tat java.base/java.lang.System.loadLibrary(System.java:2063)
        Stack trace from the attempt to load the library as a resource:
        java.lang.UnsatisfiedLinkError: /c/libJCudaDriver.so: libcuda.so.1: cannot open
        \tat java.base/java.lang.System.load(System.java:2028)
        """;

    assertThat(LinkFailure.reason(new UnsatisfiedLinkError(message)))
        .isEqualTo("/c/libJCudaDriver.so: libcuda.so.1: cannot open");
  }

  @Test
  void ofOtherFailuresTheFirstLineIsKept() {
    assertThat(LinkFailure.reason(new NoClassDefFoundError("jcuda/runtime/JCuda\nmore")))
        .isEqualTo("NoClassDefFoundError: jcuda/runtime/JCuda");
    assertThat(LinkFailure.reason(new ExceptionInInitializerError(new RuntimeException("MacOS"))))
        .isEqualTo("RuntimeException: MacOS");
    assertThat(LinkFailure.reason(new UnsatisfiedLinkError()))
        .isEqualTo("UnsatisfiedLinkError: null");
  }
}
