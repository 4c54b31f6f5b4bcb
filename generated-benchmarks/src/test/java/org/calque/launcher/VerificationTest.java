package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.calque.runtime.Call;
import org.calque.runtime.Engine;
import org.calque.runtime.Layout;
import org.calque.runtime.Operand;
import org.calque.runtime.Replay;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Result;
import org.calque.runtime.Slot;
import org.calque.runtime.Workload;
import org.calque.verify.Difference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A packed workload of which one call does something else: what verifying it says. */
class VerificationTest {
  private static final Manifest DLRM = Workloads.packed().named("dlrm_train");

  @TempDir private Path folder;

  /** What the first call of an operator does in place of what it should. */
  @FunctionalInterface
  private interface Fault {
    void run(Call call, Slot result, Replay replay);
  }

  private Verification verify(String faulty, Fault fault) throws Exception {
    PackedProgram program = PackedProgram.of(DLRM);
    try (Workload workload = program.workload()) {
      Replay replay = program.open();
      boolean[] wrapped = {false};
      replay.wrap(
          (operator, results, call) -> {
            if (wrapped[0] || !operator.equals(faulty)) {
              return call;
            }
            wrapped[0] = true;
            return () -> fault.run(call, firstSlot(results), replay);
          });
      workload.bind(replay);
      return Verification.of(
          Engine.find(),
          workload,
          Original.packed(DLRM),
          DLRM.leftOut(),
          DLRM.prepared(),
          folder.resolve("replay.et.json"));
    }
  }

  private static Slot firstSlot(List<Result> results) {
    return results.stream()
        .filter(Slot.class::isInstance)
        .map(Slot.class::cast)
        .findFirst()
        .orElse(null);
  }

  private List<String> differences(String faulty, Fault fault) throws Exception {
    Verification verification = verify(faulty, fault);
    assertThat(verification.failure()).isNull();
    assertThat(verification.agrees()).isEqualTo(verification.verdict().differences().isEmpty());
    return verification.verdict().differences().stream().map(Difference::toString).toList();
  }

  @Test
  void withoutAFaultTheReplayDoesWhatWasRecorded() throws Exception {
    assertThat(differences("aten::relu", (call, result, replay) -> call.run())).isEmpty();
    assertThat(folder.resolve("replay.et.json")).content().contains("aten::_embedding_bag");
  }

  @Test
  void aCallThatIsLeftOutIsNamed() throws Exception {
    assertThat(differences("aten::add_.Tensor", (call, result, replay) -> {}))
        .singleElement()
        .asString()
        .matches("node \\d+ aten::add_\\.Tensor: expected aten::add_\\.Tensor, found nothing");
  }

  @Test
  void aCallThatRunsTwiceIsNamed() throws Exception {
    List<String> differences =
        differences(
            "aten::linear",
            (call, result, replay) -> {
              call.run();
              call.run();
            });

    assertThat(differences.get(0))
        .matches("after node \\d+ aten::linear: expected nothing further, found aten::linear");
    assertThat(differences.get(1))
        .as("what the second call made is used, and not what the first one made")
        .endsWith("found other memory");
    assertThat(differences).hasSize(2);
  }

  @Test
  void aResultOfAnotherLayoutIsNamed() throws Exception {
    List<String> differences =
        differences(
            "aten::relu",
            (call, result, replay) -> {
              call.run();
              Layout layout = replay.session().describe(result.index()).layout();
              long[] strides = layout.strides().clone();
              strides[strides.length - 1] = 0;
              replay
                  .session()
                  .bindView(
                      result.index(),
                      Operand.slot(result.index()),
                      new Layout(layout.sizes(), strides, layout.offset()))
                  .run();
            });

    assertThat(differences)
        .anyMatch(line -> line.contains("expected nothing further, found aten::as_strided"))
        .anyMatch(
            line -> line.matches(".* with strides \\[\\d+, 1], found .* strides \\[\\d+, 0]"));
  }

  @Test
  void aResultOnOtherMemoryIsNamed() throws Exception {
    List<String> differences =
        differences(
            "aten::relu",
            (call, result, replay) -> {
              call.run();
              replay
                  .session()
                  .bind("aten::clone", List.of(Operand.slot(result.index())), List.of(result))
                  .run();
            });

    assertThat(differences)
        .anyMatch(line -> line.contains("expected nothing further, found aten::clone"))
        .anyMatch(line -> line.matches(".*: expected the memory of .*, found other memory"));
  }

  @Test
  void anOperatorThatFailsIsNamedWithItsNodeAndHowFarItCame() throws Exception {
    Verification verification =
        verify(
            "aten::relu",
            (call, result, replay) -> {
              throw new ReplayException("aten::relu: there is no such thing");
            });

    assertThat(verification.agrees()).isFalse();
    assertThat(verification.verdict()).isNull();
    assertThat(verification.failure())
        .matches(
            "aten::relu: there is no such thing; it is node \\d+, after \\d+ of 152 operators");
  }

  @Test
  void theJarHasTheTraceOfEveryWorkload() throws Exception {
    for (Manifest workload : Workloads.packed().all()) {
      Original original = Original.packed(workload);

      assertThat(original.trace().source().schema()).isEqualTo(workload.source().schema());
      assertThat(original.steps().stream().filter(step -> !step.view()))
          .hasSize(workload.operatorCalls());
    }
  }
}
