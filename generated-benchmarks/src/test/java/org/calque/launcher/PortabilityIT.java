package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.calque.launcher.PackedJar.Outcome;
import org.calque.runtime.cuda.CudaDevices;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packed jar on machines unlike that of the recording. */
class PortabilityIT {
  @TempDir private Path folder;

  private Outcome benchmarks(String... arguments) throws Exception {
    return PackedJar.benchmarks(folder).run(List.of(arguments));
  }

  private static void assertRefusedInOneLine(Outcome outcome, String message) {
    assertThat(outcome.status()).as(outcome.output()).isEqualTo(ExitStatus.BAD_INPUT);
    assertThat(outcome.output().lines()).singleElement().asString().startsWith(message);
  }

  @Test
  void processesThatStartAtOnceWithEmptyNativeCachesAllRun() throws Exception {
    List<String> jvm = List.of("-Dorg.bytedeco.javacpp.cachedir=" + folder.resolve("cache"));
    List<PackedJar.Run> runs = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      runs.add(
          PackedJar.benchmarks(folder)
              .start(jvm, List.of("replay", "operator_overhead", "--steps", "1")));
    }
    for (PackedJar.Run run : runs) {
      Outcome outcome = run.outcome();
      assertThat(outcome.status()).as(outcome.output()).isZero();
    }
  }

  @Test
  void aDeviceThatIsNotThereIsRefusedInOneLine() throws Exception {
    assumeTrue(CudaDevices.find().devices().isEmpty(), "this machine has a CUDA device");

    assertRefusedInOneLine(
        benchmarks("DlrmTrain.step", "-p", "device=cuda"), "calque: device=cuda: there is no");
    assertRefusedInOneLine(
        benchmarks("replay", "dlrm_train", "--device", "cuda:1"),
        "calque: device=cuda:1: there is no");
    assertRefusedInOneLine(
        benchmarks("coverage", "--device", "tpu"), "calque: device=tpu is none of cpu, cuda,");
  }

  @Test
  void aLibraryOfOperatorsThatIsNotThereIsRefusedInOneLine() throws Exception {
    assertRefusedInOneLine(
        benchmarks("DlrmTrain.step", "--op-library", "no_such.so"), "calque: operator library ");
    assertRefusedInOneLine(
        benchmarks("coverage", "--op-library", "no_such.so"), "calque: operator library ");
  }

  @Test
  void theRunSaysOnWhichDeviceHowMuchOfTheStepRan() throws Exception {
    Outcome outcome =
        benchmarks(
            "DlrmTrain.step", "-p", "device=cpu", "-f", "1", "-wi", "0", "-i", "1", "-r", "1");
    assertThat(outcome.status()).as(outcome.output()).isZero();

    JsonNode run;
    try (Stream<Path> files = Files.list(folder.resolve("results/runs"))) {
      run = JsonMapper.shared().readTree(Files.readString(files.findFirst().orElseThrow()));
    }
    assertThat(run.path("entries").path(0).path("params").path("device").asString())
        .isEqualTo("cpu");
    JsonNode coverage = run.path("workloads").path(0).path("coverage");
    assertThat(coverage.path("device").asString()).isEqualTo("cpu");
    assertThat(coverage.path("exact").path("calls").asInt()).isEqualTo(152);
    assertThat(coverage.path("exact").path("recordedNanos").asLong()).isPositive();
    assertThat(coverage.path("impossible").path("calls").asInt()).isZero();
  }
}
