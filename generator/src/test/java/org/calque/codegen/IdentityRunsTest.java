package org.calque.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.calque.replay.Origin;
import org.calque.replay.ProgramBuilder;
import org.calque.replay.ReplayProgram;
import org.calque.replay.Storage;
import org.calque.replay.TensorSlot;
import org.calque.runtime.Workload;
import org.calque.trace.ElementType;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.RealTraces;
import org.calque.trace.TensorLayout;
import org.calque.trace.TraceText;
import org.junit.jupiter.api.Test;

/**
 * A recording that shares memory in every way there is, replayed: each tensor has the recorded
 * layout, and shares memory with those it shared it with.
 */
class IdentityRunsTest {
  private static final ExecutionTrace TRACE = RealTraces.recorded("identity");
  private static final ReplayProgram PROGRAM = ProgramBuilder.build("identity", TRACE);

  /** What is not as the recording has it when a program is run that may be another. */
  private static List<String> differences(ReplayProgram program) {
    Workload workload =
        CompiledBenchmark.of(GeneratedFrom.program(program, TRACE, Origin.UNKNOWN)).workload();
    return RecordedResults.of(workload, PROGRAM, 2).differences();
  }

  private static ReplayProgram with(List<TensorSlot> slots, List<Storage> storages) {
    return new ReplayProgram(
        PROGRAM.workload(),
        PROGRAM.source(),
        slots,
        PROGRAM.storageOf(),
        storages,
        PROGRAM.steps(),
        PROGRAM.memory(),
        PROGRAM.phases(),
        PROGRAM.remarks());
  }

  private static Storage storage(ElementType type, int tensors) {
    return PROGRAM.storages().stream()
        .filter(storage -> storage.type() == type && storage.slots().size() == tensors)
        .findFirst()
        .orElseThrow();
  }

  private static Storage withSlots(Storage storage, List<Integer> slots) {
    return new Storage(
        storage.type(),
        storage.elements(),
        storage.values(),
        storage.written(),
        storage.number(),
        slots,
        storage.role());
  }

  @Test
  void everyTensorHasItsLayoutAndItsMemory() {
    assertThat(differences(PROGRAM)).isEmpty();
  }

  /**
   * Nothing tells of an expanded tensor, of windows and their transpose, of one put on a storage.
   */
  @Test
  void whereTheSchemaHasNoStridesOperatorsTellThem() {
    String text =
        RealTraces.recordedText("identity").replaceAll(",\\s*\"strides\": *\\[[^\"]*]", "");
    assertThat(text).doesNotContain("\"strides\":");
    ReplayProgram program =
        ProgramBuilder.build(
            "identity", TraceText.read(text.replace("1.1.1-chakra", "1.1.0-chakra")));

    assertThat(program.storageOf()).isEqualTo(PROGRAM.storageOf());
    assertThat(differences(program))
        .extracting(difference -> difference.substring(difference.lastIndexOf("recorded is")))
        .containsOnly(
            "recorded is float32[3, 5] strides [0, 1] offset 0",
            "recorded is float32[4, 3] strides [2, 1] offset 0",
            "recorded is float32[3, 4] strides [1, 2] offset 0",
            "recorded is float32[3, 2] strides [4, 1] offset 2");
  }

  @Test
  void aViewOnMemoryOfItsOwnIsNoticed() {
    Storage complex = storage(ElementType.COMPLEX64, 2);
    List<Storage> storages = new ArrayList<>(PROGRAM.storages());
    storages.set(storages.indexOf(complex), withSlots(complex, complex.slots().subList(0, 1)));
    storages.add(
        new Storage(
            ElementType.FLOAT32,
            2 * complex.elements(),
            complex.values(),
            true,
            false,
            complex.slots().subList(1, 2),
            complex.role()));

    assertThat(differences(with(PROGRAM.slots(), storages)))
        .anyMatch(difference -> difference.contains("does not share the memory of slot"));
  }

  @Test
  void aViewOnMemoryOfAnotherIsNoticed() {
    Storage shared = storage(ElementType.FLOAT32, 3);
    Storage alone = storage(ElementType.FLOAT32, 1);
    List<Integer> slots = new ArrayList<>(shared.slots());
    slots.addAll(alone.slots());
    List<Storage> storages = new ArrayList<>(PROGRAM.storages());
    storages.set(storages.indexOf(shared), withSlots(shared, slots));
    storages.remove(alone);

    assertThat(differences(with(PROGRAM.slots(), storages)))
        .anyMatch(difference -> difference.contains("shares memory with one that it should not"));
  }

  @Test
  void aWrongStrideIsNoticed() {
    List<TensorSlot> slots = new ArrayList<>(PROGRAM.slots());
    slots.replaceAll(
        slot ->
            new TensorSlot(
                slot.type(),
                slot.sizes(),
                slot.sizes().length == 4
                    ? TensorLayout.contiguousStrides(slot.sizes())
                    : slot.strides(),
                slot.offset(),
                slot.device()));

    assertThat(differences(with(slots, PROGRAM.storages())))
        .first()
        .asString()
        .contains("recorded is float32[2, 3, 4, 4] strides [48, 1, 12, 3]");
  }
}
