package org.calque.runtime.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whichever call of the driver fails: one line names it, and what was made is given back. */
class CudaFaultsTest {
  /** Forks at a time: they wait for their start more than they compute. */
  private static final int AT_A_TIME = 3;

  private static final String ERROR = "CUDA_ERROR_ILLEGAL_ADDRESS (as the stand-in says)";

  private static final Map<String, String> PAIRS =
      Map.of(
          "cuDevicePrimaryCtxRetain", "cuDevicePrimaryCtxRelease",
          "cuStreamCreate", "cuStreamDestroy",
          "cuEventCreate", "cuEventDestroy");

  @TempDir Path folder;

  @Test
  void everyCallThatFailsIsNamedInOneLine() throws IOException {
    Map<String, Integer> calls = callsOfACleanRun();
    assertThat(calls).hasSizeGreaterThan(15).containsEntry("cuDeviceGetAttribute", 5);

    List<String> faults = new ArrayList<>();
    // JCuda's CUDA runtime calls it too, and does not mind if it fails.
    calls.remove("cuInit");
    faults.add("cuInit:700");
    calls.forEach(
        (call, times) -> {
          for (int nth = 1; nth <= times; nth++) {
            faults.add(call + ":700:" + nth);
          }
        });
    for (int i = 0; i < faults.size(); i += AT_A_TIME) {
      List<String> some = faults.subList(i, Math.min(i + AT_A_TIME, faults.size()));
      Map<String, CudaFork.Running> forks = new LinkedHashMap<>();
      for (String fault : some) {
        Path own = Files.createDirectory(folder.resolve(fault.replace(':', '-')));
        forks.put(
            fault,
            CudaFork.withStandIn(own).with("STANDIN_FAIL", fault).start(CudaScenario.EVERYTHING));
      }
      forks.forEach((fault, fork) -> assertNamed(fault, fork.end()));
    }
  }

  private Map<String, Integer> callsOfACleanRun() throws IOException {
    Path own = Files.createDirectory(folder.resolve("clean"));
    CudaFork.Ended clean = CudaFork.withStandIn(own).run(CudaScenario.EVERYTHING);
    Map<String, Integer> calls = new LinkedHashMap<>();
    clean.calls().forEach(call -> calls.merge(call.replaceFirst(" .*", ""), 1, Integer::sum));
    return calls;
  }

  private static void assertNamed(String fault, CudaFork.Ended ended) {
    String call = fault.replaceFirst(":.*", "");
    assertThat(ended.exit()).as(fault).isZero();
    assertThat(ended.output().stream().filter(line -> line.startsWith("error: ")))
        .as(fault)
        .singleElement()
        .asString()
        .contains(messageOf(call))
        .matches(line -> call.equals("cuDriverGetVersion") || line.contains("failed: " + ERROR));
    assertThat(ended.output()).as(fault).noneMatch(line -> line.startsWith("\tat "));
    PAIRS.forEach(
        (first, second) ->
            assertThat(ended.calls(second)).as(fault).hasSize(successes(ended, first)));
  }

  /** The version is asked by the CUDA runtime inside JCuda, which keeps the error to itself. */
  private static String messageOf(String call) {
    return call.equals("cuDriverGetVersion")
        ? "libcuda.so.1 is not found or tells no version"
        : call + " ";
  }

  private static int successes(CudaFork.Ended ended, String name) {
    return (int) ended.calls(name).stream().filter(call -> call.endsWith(" -> 0")).count();
  }

  @Test
  void anErrorThatJCudaDoesNotKnowHasTheDriversName() {
    CudaFork.Ended ended =
        CudaFork.withStandIn(folder).with("STANDIN_FAIL", "cuInit:4711").run(CudaScenario.DEVICES);

    assertThat(ended.output())
        .first()
        .isEqualTo(
            "absence: cuInit failed: CUDA_ERROR_OF_THE_FUTURE (as the stand-in says);"
                + " check that nvidia-smi works");
  }

  @Test
  void anErrorThatTheDriverDoesNotNameHasItsNumberAndJCudasName() {
    CudaFork.Ended ended =
        CudaFork.withStandIn(folder)
            .with("STANDIN_FAIL", "cuDeviceTotalMem:719")
            .run(CudaScenario.DEVICES);

    assertThat(ended.output())
        .first()
        .isEqualTo(
            "absence: cuDeviceTotalMem on device 0 failed: error 719, CUDA_ERROR_LAUNCH_FAILED;"
                + " check that nvidia-smi works");
  }

  @Test
  void furtherFailuresOfClosingDoNotHideTheFirst() {
    CudaFork.Ended ended =
        CudaFork.withStandIn(folder)
            .with("STANDIN_FAIL", "cuEventDestroy:700")
            .run(CudaScenario.CLOSED_WITH_PARTS);

    assertThat(Set.copyOf(ended.output()))
        .containsExactlyInAnyOrder(
            "error: cuEventDestroy on device 0 (Stand-in 0) failed: " + ERROR,
            "further: cuEventDestroy on device 0 (Stand-in 0) failed: " + ERROR);
  }
}
