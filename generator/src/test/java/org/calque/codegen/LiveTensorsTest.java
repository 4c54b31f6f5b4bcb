package org.calque.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.calque.replay.LiveMemory;
import org.calque.replay.Operand;
import org.calque.replay.Origin;
import org.calque.replay.ProgramBuilder;
import org.calque.replay.ReplayProgram;
import org.calque.replay.Step;
import org.calque.runtime.Engine;
import org.calque.runtime.Replay;
import org.calque.runtime.SessionOptions;
import org.calque.runtime.Workload;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.RealTraces;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is alive while a step runs, by LibTorch's own count, is what the program says. */
class LiveTensorsTest {
  private static TensorBytes tensors;

  @BeforeAll
  static void count() throws IOException {
    tensors = TensorBytes.counting();
  }

  static List<Path> traces() {
    return Stream.concat(
            Stream.of(RealTraces.recording("identity.et.json.gz")), RealTraces.all().stream())
        .toList();
  }

  /**
   * What a run found.
   *
   * @param differences steps after which other bytes were alive than expected
   * @param materialized bytes before the first step
   * @param afterSteps bytes after each step
   */
  private record Run(List<String> differences, long materialized, List<Long> afterSteps) {}

  /** Runs a program, and holds what is alive against another that it should be. */
  private static Run run(ReplayProgram program, ExecutionTrace trace, LiveMemory expected) {
    GeneratedBenchmark benchmark = GeneratedFrom.program(program, trace, Origin.UNKNOWN);
    SessionOptions options = new SessionOptions(program.slots().size(), 1, 7);
    List<String> differences = new ArrayList<>();
    try (Workload workload = CompiledBenchmark.of(benchmark).workload()) {
      long before = tensors.alive();
      Replay replay = Replay.on(Engine.find(), program.workload(), options);
      AtomicInteger bound = new AtomicInteger();
      AtomicLong base = new AtomicLong();
      replay.wrap(
          (operator, results, call) -> {
            int step = bound.getAndIncrement();
            return () -> {
              call.run();
              long alive = tensors.alive() - base.get();
              if (alive != expected.after(step)) {
                differences.add(
                    "after %d (%s): %d, not %d"
                        .formatted(step, operator, alive, expected.after(step)));
              }
            };
          });
      workload.bind(replay);
      base.set(tensors.alive());
      long materialized = base.get() - before;
      List<Long> afterSteps = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        workload.step();
        afterSteps.add(tensors.alive() - before);
      }
      return new Run(differences, materialized, afterSteps);
    }
  }

  @ParameterizedTest
  @MethodSource("traces")
  void afterEachOperatorAsManyBytesAreAliveAsTheProgramSays(Path file) {
    ExecutionTrace trace = ExecutionTraceReader.read(file);
    ReplayProgram program = ProgramBuilder.build("lives", trace);
    long before = tensors.alive();

    Run run = run(program, trace, LiveMemory.of(program));

    assertThat(run.differences()).isEmpty();
    assertThat(run.materialized()).isEqualTo(program.memory().materialized());
    assertThat(run.afterSteps()).containsOnly(run.materialized());
    assertThat(tensors.alive()).as("after closing").isEqualTo(before);
  }

  @Test
  void aTensorThatIsNotFreedIsNoticed() {
    ExecutionTrace trace = ExecutionTraceReader.read(RealTraces.mlp());
    ReplayProgram program = ProgramBuilder.build("lives", trace);

    Run run = run(withoutItsFirstLastUse(program), trace, LiveMemory.of(program));

    assertThat(run.differences()).isNotEmpty();
    assertThat(run.afterSteps()).allMatch(bytes -> bytes > run.materialized());
  }

  private static ReplayProgram withoutItsFirstLastUse(ReplayProgram program) {
    List<Step> steps = new ArrayList<>(program.steps());
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof Step.OperatorCall call
          && call.operands().stream().anyMatch(LiveTensorsTest::isLast)) {
        List<Operand> operands = new ArrayList<>(call.operands());
        operands.replaceAll(
            operand ->
                isLast(operand)
                    ? new Operand.Tensor(((Operand.Tensor) operand).slot(), Operand.Use.READ)
                    : operand);
        steps.set(
            i,
            new Step.OperatorCall(
                call.operator(), call.schema(), operands, call.results(), call.provenance()));
        break;
      }
    }
    return new ReplayProgram(
        program.workload(),
        program.source(),
        program.slots(),
        program.storageOf(),
        program.storages(),
        steps,
        program.memory(),
        program.phases(),
        program.remarks());
  }

  private static boolean isLast(Operand operand) {
    return operand instanceof Operand.Tensor tensor && tensor.use() == Operand.Use.LAST;
  }
}
