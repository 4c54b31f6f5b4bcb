package org.calque.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.calque.trace.RealTraces;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Source generated from recorded traces, as the compiler and HotSpot see it. */
class GeneratedSourceTest {
  /** HotSpot interprets larger methods for ever ({@code -XX:HugeMethodLimit}). */
  private static final int HUGE_METHOD = 8_000;

  private static final Map<Path, GeneratedBenchmark> GENERATED = new ConcurrentHashMap<>();

  private static GeneratedBenchmark once(Path trace) {
    return GENERATED.computeIfAbsent(trace, GeneratedFrom::file);
  }

  static List<Path> traces() {
    return RealTraces.all();
  }

  @ParameterizedTest
  @MethodSource("traces")
  void compilesWithoutAWordFromTheCompilerAndIsSmallEnoughToBeCompiledAgain(Path trace) {
    CompiledBenchmark compiled = CompiledBenchmark.of(once(trace));

    assertThat(repeatedMethods(compiled))
        .isNotEmpty()
        .allSatisfy((method, size) -> assertThat(size).isLessThan(HUGE_METHOD));
  }

  @Test
  void anOldTraceOfAGpuCompiles() {
    Path trace = RealTraces.fixture("param/linear_et.json.gz");

    CompiledBenchmark compiled = CompiledBenchmark.of(GeneratedFrom.file(trace));

    assertThat(repeatedMethods(compiled))
        .isNotEmpty()
        .allSatisfy((method, size) -> assertThat(size).isLessThan(HUGE_METHOD));
  }

  @ParameterizedTest
  @MethodSource("traces")
  void isTheSameEveryTime(Path trace) {
    assertThat(GeneratedFrom.file(trace)).isEqualTo(once(trace));
  }

  @Test
  void howRowsAreDrawnIsAParameterOfWorkloadsThatLookRowsUp() {
    assertThat(source(once(RealTraces.own("dlrm_train"))))
        .contains("public String lookups;")
        .contains(".withLookups(lookups)")
        .contains("lookups(7, 99999)");
    assertThat(source(once(RealTraces.own("resnet50_train")))).doesNotContain("ookups(");
  }

  private static String source(GeneratedBenchmark benchmark) {
    return benchmark.files().get("java/" + benchmark.className().replace('.', '/') + ".java");
  }

  @Test
  void jmhFindsABenchmarkForTheStepAndForEachPhase() {
    CompiledBenchmark compiled =
        CompiledBenchmark.withJmhProcessor(GeneratedFrom.file(RealTraces.mlp()));

    String list =
        new String(compiled.outputs().get("META-INF/BenchmarkList"), StandardCharsets.UTF_8);
    assertThat(list)
        .contains("MlpTrain_step_jmhTest")
        .contains("MlpTrain_forward_jmhTest")
        .contains("MlpTrain_backward_jmhTest")
        .contains("MlpTrain_optimizer_jmhTest");
  }

  /** Everything that runs once for each step. */
  private static Map<String, Integer> repeatedMethods(CompiledBenchmark compiled) {
    Map<String, Integer> sizes = new TreeMap<>();
    compiled
        .outputs()
        .forEach(
            (file, bytes) ->
                MethodSizes.of(bytes)
                    .forEach(
                        (method, size) -> {
                          if (method.startsWith("run") || method.equals("step")) {
                            sizes.put(file + " " + method, size);
                          }
                        }));
    return sizes;
  }
}
