package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.calque.launcher.PackedJar.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packed jars, run as a user runs them. */
class BenchmarksJarIT {
  private static final List<String> SHORT =
      List.of("-f", "1", "-wi", "0", "-i", "1", "-r", "100ms");

  @TempDir private Path folder;

  private Outcome java(String jarProperty, List<String> arguments) throws Exception {
    return new PackedJar(jarProperty, folder).run(arguments);
  }

  private Outcome benchmarks(String... arguments) throws Exception {
    return java("calque.benchmarks.jar", List.of(arguments));
  }

  private Outcome shortRun(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(SHORT);
    all.addAll(List.of(arguments));
    return java("calque.benchmarks.jar", all);
  }

  private List<Path> runs() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("results/runs"))) {
      return files.sorted().toList();
    }
  }

  @Test
  void theListNamesEveryWorkloadAndPhase() throws Exception {
    Outcome list = benchmarks("-l");
    assertThat(list.status()).isZero();
    for (Manifest manifest : Workloads.packed().all()) {
      assertThat(list.output()).contains(manifest.benchmarkClass() + ".step");
      manifest
          .phases()
          .forEach(
              phase -> assertThat(list.output()).contains(manifest.benchmarkClass() + "." + phase));
    }
  }

  @Test
  void likenessSetsEveryMeasureBesideThatOfTheOriginal() throws Exception {
    Manifest.Origin origin = Workloads.packed().named("dlrm_train").origin();
    Outcome likeness = benchmarks("likeness", "dlrm_train", "--steps", "2", "--warmup", "1");
    assertThat(likeness.status()).as(likeness.output()).isZero();
    assertThat(likeness.output())
        .contains("dlrm_train: 2 steps after 1, allocator as-recorded; original: PyTorch 2.13.0")
        .containsPattern(original("median time", "%.1f ms", origin.medianStepSeconds() * 1e3))
        .containsPattern(original("user CPU time", "%.1f ms", origin.cost().userSeconds() * 1e3))
        .containsPattern(original("minor page faults", "%,.1f", origin.cost().minorFaults()))
        .containsPattern(
            original("peak memory grown to", "%,.1f MiB", origin.cost().growthBytes() / (1 << 20)));
  }

  /** A row with the original's figure, one of the replay's, and their ratio. */
  private static String original(String row, String format, double figure) {
    String text = String.format(Locale.ROOT, format, figure);
    return Pattern.quote(row) + " +" + Pattern.quote(text) + " +[\\d.,]+( ms| MiB)? +[\\d.]+";
  }

  @Test
  void theRunSaysWhatMemoryAllocationDependedOn() throws Exception {
    assertThat(shortRun("DlrmTrain.step", "-p", "allocator=retained").status()).isZero();
    JsonNode entry = JsonMapper.shared().readTree(Files.readString(runs().get(0)));
    assertThat(entry.path("software").path("environment").isObject()).isTrue();
    JsonNode record = entry.path("entries").get(0);
    assertThat(record.path("params").path("allocator").asString()).isEqualTo("retained");
    assertThat(record.path("jmh").path("jvmArgs").toString()).contains("MainArenaExecutor");
  }

  @Test
  void jmhsUsualFlagsGiveStandardJsonAndPhasesAddUp() throws Exception {
    Outcome run = shortRun("DlrmTrain", "-prof", "gc", "-rf", "json", "-rff", "x.json");
    assertThat(run.status()).as(run.output()).isZero();
    JsonNode records = JsonMapper.shared().readTree(Files.readString(folder.resolve("x.json")));
    assertThat(records.size()).isEqualTo(4);
    for (JsonNode record : records) {
      assertThat(record.path("jmhVersion").isString()).isTrue();
      assertThat(record.path("primaryMetric").path("scoreUnit").stringValue()).isEqualTo("ms/op");
      assertThat(record.path("secondaryMetrics").size()).isPositive();
    }
    assertThat(run.output()).containsPattern("dlrm_train: forward .* = .* whole step");
  }

  @Test
  void aRunIsStoredAndTwoRunsAreCompared() throws Exception {
    assertThat(shortRun("DlrmTrain.step").status()).isZero();
    assertThat(shortRun("DlrmTrain.step").status()).isZero();
    List<Path> stored = runs();
    assertThat(stored).hasSize(2);
    JsonNode run = JsonMapper.shared().readTree(Files.readString(stored.get(0)));
    assertThat(run.path("entries").get(0).path("status").stringValue()).isEqualTo("ok");
    assertThat(run.path("workloads").get(0).path("name").stringValue()).isEqualTo("dlrm_train");
    assertThat(run.path("software").path("libraries").get(0).path("name").stringValue())
        .isEqualTo("LibTorch");
    Outcome diff =
        java(
            "calque.results.jar",
            List.of("diff", stored.get(0).toString(), stored.get(1).toString()));
    assertThat(diff.status()).as("one fork a side tells nothing: " + diff.output()).isEqualTo(3);
    assertThat(diff.output()).contains("DlrmTrain.step").contains("1+1 forks, 4+4 needed");
  }

  @Test
  void noStoreStoresNothing() throws Exception {
    assertThat(shortRun("DlrmTrain.optimizer", "--no-store").status()).isZero();
    assertThat(folder.resolve("results")).doesNotExist();
  }

  @Test
  void aFailingBenchmarkIsStoredAsFailedAndEndsWithStatusOne() throws Exception {
    Outcome run = shortRun("DlrmTrain.step", "-p", "threads=0");
    assertThat(run.status()).isEqualTo(1);
    JsonNode entry =
        JsonMapper.shared().readTree(Files.readString(runs().get(0))).path("entries").get(0);
    assertThat(entry.path("status").stringValue()).isEqualTo("failed");
    assertThat(entry.path("cause").stringValue()).contains("threads=0");
  }

  @Test
  void aForkThatDiesIsStoredAsFailedAndTheOthersStay() throws Exception {
    // The JVM refuses the flag, so the fork ends before it can say anything.
    Outcome run = shortRun("DlrmTrain.step", "-jvmArgsAppend", "-XX:NoSuchFlagOfTheJvm");
    assertThat(run.status()).isEqualTo(1);
    JsonNode entry =
        JsonMapper.shared().readTree(Files.readString(runs().get(0))).path("entries").get(0);
    assertThat(entry.path("status").stringValue()).isEqualTo("failed");
    assertThat(entry.path("cause").stringValue()).contains("exit code 1");
  }

  @Test
  void wrongArgumentsEndWithOneLineAndStatusTwo() throws Exception {
    for (String[] arguments :
        new String[][] {
          {"NoSuchBenchmark"},
          {"--store"},
          {"-noSuchOption"},
          {"replay", "no_such_workload"},
          {"DlrmTrain", "--max-memory", "much"},
          {"DlrmTrain", "-prof", "power:sources=moon"},
          {"DlrmTrain", "-prof", "power:idle=long"},
          {"DlrmTrain", "--sweep", "threads"},
          {"replay", "dlrm_train", "--max-memory", "1m"},
          {"replay", "dlrm_train", "--max-memory", "much"}
        }) {
      Outcome run = benchmarks(arguments);
      assertThat(run.status()).as(run.output()).isEqualTo(2);
      assertThat(run.output().strip().lines()).as(run.output()).hasSize(1);
    }
  }

  @Test
  void aTraceThatCannotBeReadLeavesNothingBehind() throws Exception {
    Path trace = Files.writeString(folder.resolve("cut.et.json"), "{\"schema\": \"1.0.1\", ");
    Outcome run =
        java("calque.generator.jar", List.of(trace.toString(), "--out", folder + "/generated"));
    assertThat(run.status()).isEqualTo(2);
    assertThat(run.output().strip().lines()).as(run.output()).hasSize(1);
    assertThat(run.output()).contains("cut.et.json").contains("cut off");
    assertThat(folder.resolve("generated")).doesNotExist();
  }

  @Test
  void aLazyRunMeasuresEveryPhaseAndTellsItsMemoryBefore() throws Exception {
    Outcome run = shortRun("DlrmTrain", "--lazy", "--no-store", "--max-memory", "90%");
    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.output())
        .containsPattern("dlrm_train: \\d+ MiB before the step, at most \\d+ MiB at node")
        .contains("DlrmTrain.optimizer")
        .containsPattern("\\(lazy\\)|lazy = true");
  }

  @Test
  void replayPrintsTheTimeOfEachStep() throws Exception {
    Outcome run = benchmarks("replay", "dlrm_train", "--steps", "3");
    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.output().lines().filter(line -> line.matches("\\d+"))).hasSize(3);
    assertThat(run.output()).contains("peak_rss_bytes");
  }
}
