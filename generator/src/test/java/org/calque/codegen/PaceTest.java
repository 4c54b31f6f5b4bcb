package org.calque.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.calque.replay.Origin;
import org.calque.replay.ProgramBuilder;
import org.calque.replay.ReplayProgram;
import org.calque.replay.Step;
import org.calque.runtime.ReplayOptions;
import org.calque.runtime.Workload;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.RealTraces;
import org.junit.jupiter.api.Test;

/** The host's time between operators, from the timeline beside a trace. */
class PaceTest {
  private static final ExecutionTrace TIMED = RealTraces.timed(RealTraces.mlp());
  private static final ReplayProgram PROGRAM = ProgramBuilder.build("mlp_train", TIMED);

  private static long gaps() {
    return PROGRAM.calls().stream()
        .mapToLong(call -> Math.max(0, call.provenance().timing().gapNanos()))
        .sum();
  }

  @Test
  void operatorsAndGapsFillTheTimeFromTheFirstToTheLast() {
    var timings = TIMED.timings().orElseThrow();
    List<Step.OperatorCall> calls = PROGRAM.calls();
    int first = TIMED.node(calls.get(0).provenance().node()).index();
    int end = TIMED.node(calls.get(calls.size() - 1).provenance().node()).index();
    long span = timings.startNanos(end) + timings.durationNanos(end) - timings.startNanos(first);
    long busy = calls.stream().mapToLong(call -> call.provenance().timing().durationNanos()).sum();

    assertThat(gaps()).isPositive();
    assertThat(busy + gaps()).isEqualTo(span);
  }

  @Test
  void aStepAtTheRecordedPaceTakesNoLessThanItsGaps() {
    GeneratedBenchmark benchmark = GeneratedFrom.program(PROGRAM, TIMED, Origin.UNKNOWN);
    try (Workload workload = CompiledBenchmark.of(benchmark).workload()) {
      workload.open(ReplayOptions.of(1).withPace("recorded"));
      workload.step();
      long fastest = Long.MAX_VALUE;
      for (int i = 0; i < 50; i++) {
        long start = System.nanoTime();
        workload.step();
        fastest = Math.min(fastest, System.nanoTime() - start);
      }
      assertThat(fastest).isGreaterThanOrEqualTo(gaps());
    }
  }

  @Test
  void aTraceWithoutATimelineHasNoPaceToChoose() {
    ExecutionTrace untimed = ExecutionTraceReader.read(RealTraces.mlp());
    ReplayProgram program = ProgramBuilder.build("mlp_train", untimed);

    assertThat(GeneratedFrom.program(program, untimed, Origin.UNKNOWN).files().values())
        .noneMatch(text -> text.contains("pace"));
  }
}
