package org.calque.replay;

import java.util.List;
import java.util.stream.IntStream;
import org.calque.trace.ElementType;
import org.calque.trace.ExecutionTrace;
import org.calque.values.ValueRule;

/**
 * What will run: the operators of one recorded step in execution order, with the tensors that have
 * to exist before it. It says what the trace says; which kernel serves an operator on a device is
 * the engine's affair.
 *
 * @param workload name that the benchmarks carry
 * @param source the trace
 * @param slots what each slot holds, by slot number
 * @param storageOf number of the storage that each slot's tensor lies on: equal for those that
 *     share memory
 * @param storages memory to materialise
 * @param steps in execution order
 * @param memory what the tensors need
 * @param phases consecutive parts that together are all steps; empty where the trace marks none
 * @param remarks where the program differs from a plain reading of the trace
 */
public record ReplayProgram(
    String workload,
    ExecutionTrace.Source source,
    List<TensorSlot> slots,
    List<Integer> storageOf,
    List<Storage> storages,
    List<Step> steps,
    MemoryEstimate memory,
    List<Phase> phases,
    List<Remark> remarks) {

  /** Copies the lists. */
  public ReplayProgram {
    slots = List.copyOf(slots);
    storageOf = List.copyOf(storageOf);
    storages = List.copyOf(storages);
    steps = List.copyOf(steps);
    phases = List.copyOf(phases);
    remarks = List.copyOf(remarks);
  }

  /** The operator calls among the steps. */
  public List<Step.OperatorCall> calls() {
    return steps.stream()
        .filter(Step.OperatorCall.class::isInstance)
        .map(Step.OperatorCall.class::cast)
        .toList();
  }

  /** Whether it is known how long the original's host was busy between operators. */
  public boolean isTimed() {
    return steps.stream().anyMatch(step -> step.provenance().timing().gapNanos() > 0);
  }

  /** Whether gradients are computed in the step. */
  public boolean computesGradients() {
    return phases.stream().anyMatch(phase -> phase.name().startsWith("backward"));
  }

  /** Whether the recording ran on another device than the processor. */
  public boolean usesAccelerator() {
    return slots.stream().anyMatch(slot -> !slot.device().isEmpty() && !slot.onHost());
  }

  /**
   * The slots of tensors that the recording had in the memory of the processor, where it ran on
   * another device.
   */
  public List<Integer> hostSlots() {
    return usesAccelerator()
        ? IntStream.range(0, slots.size()).filter(slot -> slots.get(slot).onHost()).boxed().toList()
        : List.of();
  }

  /** Whether it has floating-point numbers that not every device has kernels for. */
  public boolean hasUncommonFloats() {
    return slots.stream().map(TensorSlot::type).anyMatch(ElementType::isUncommonFloat);
  }

  /** Whether it looks rows of tables up by indices whose distribution is a choice. */
  public boolean looksRowsUp() {
    return storages.stream().anyMatch(storage -> storage.values() instanceof ValueRule.Lookups);
  }
}
