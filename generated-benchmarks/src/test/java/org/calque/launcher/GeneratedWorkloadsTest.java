package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.calque.runtime.Replay;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Workload;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packed workloads, replayed operator by operator with the real LibTorch. */
class GeneratedWorkloadsTest {
  private static final int SLOTS_TO_LOOK_AT = 20;
  private static final int BROKEN_CALL = 10;

  static List<Manifest> workloads() {
    return Workloads.packed().all();
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void everyOperatorReturnsTensorsOfTheRecordedTypeShapeAndStrides(Manifest manifest)
      throws Exception {
    PackedProgram program = PackedProgram.of(manifest);
    try (Workload workload = program.workload()) {
      Replay replay = program.open();
      assertThat(program.differences(replay)).isEmpty();
      assertThat(program.ran()).isGreaterThanOrEqualTo(manifest.operatorCalls());
      assertThat(workload.replay()).isSameAs(replay);
    }
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void aCallThatDoesNothingIsNoticed(Manifest manifest) throws Exception {
    PackedProgram program = PackedProgram.of(manifest);
    try (Workload workload = program.workload()) {
      Replay replay = program.open();
      int[] calls = {0};
      replay.wrap(
          (operator, results, call) ->
              !results.isEmpty() && calls[0]++ == BROKEN_CALL ? () -> {} : call);
      workload.bind(replay);
      assertThatThrownBy(
              () -> {
                workload.step();
                workload.step();
              })
          .isInstanceOf(ReplayException.class)
          .hasMessageContaining("is empty");
    }
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void stepsStayFiniteAndLeaveTheSameSlotsOccupied(Manifest manifest) throws Exception {
    PackedProgram program = PackedProgram.of(manifest);
    try (Workload workload = program.workload()) {
      Replay replay = program.open();
      workload.bind(replay);
      workload.step();
      long after1 = occupied(replay);
      workload.step();
      workload.step();
      assertThat(occupied(replay)).isEqualTo(after1);
      int nonFinite = 0;
      for (int slot = 0; slot < SLOTS_TO_LOOK_AT; slot++) {
        if (isFloating(replay, slot)) {
          for (double value : replay.session().read(slot)) {
            nonFinite += Double.isFinite(value) ? 0 : 1;
          }
        }
      }
      assertThat(nonFinite).isZero();
    }
  }

  private static boolean isFloating(Replay replay, int slot) {
    var info = replay.session().describe(slot);
    return info != null && info.type().isFloating() && info.layout().elements() < 1 << 16;
  }

  private static long occupied(Replay replay) {
    long count = 0;
    for (int slot = 0; ; slot++) {
      try {
        count += replay.session().describe(slot) == null ? 0 : 1;
      } catch (ReplayException e) {
        return count;
      }
    }
  }
}
