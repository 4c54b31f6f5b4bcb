package org.calque.replay;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Marks the last use of every tensor that the step itself makes, so that it is freed there, and
 * drops results that nothing uses. Materialised tensors stay.
 */
final class LastUses {
  private static final Result DROPPED = new Result.Dropped();

  private final StorageUses uses;
  private final BitSet persistent = new BitSet();

  /** Number of the next use; steps are walked in the order in which uses are numbered. */
  private int next;

  private LastUses(StorageUses uses) {
    this.uses = uses;
  }

  /** Marks the steps in place, so that no more than one exists twice. */
  static void mark(List<Step> steps, List<Storage> storages, StorageUses uses) {
    LastUses marks = new LastUses(uses);
    storages.forEach(storage -> storage.slots().forEach(marks.persistent::set));
    steps.replaceAll(marks::mark);
  }

  private Step mark(Step step) {
    if (step instanceof Step.Alias alias) {
      Operand base = mark(alias.base());
      return base == alias.base()
          ? alias
          : new Step.Alias(alias.slot(), (Operand.Tensor) base, alias.provenance());
    }
    if (step instanceof Step.Release release) {
      return new Step.Release(
          (Operand.TensorList) mark((Operand) release.tensors()), release.provenance());
    }
    Step.OperatorCall call = (Step.OperatorCall) step;
    List<Operand> operands = mark(call.operands());
    List<Result> results = drop(call.results());
    return operands == call.operands() && results == call.results()
        ? call
        : new Step.OperatorCall(
            call.operator(), call.schema(), operands, results, call.provenance());
  }

  /** The list itself if nothing in it changes. */
  private List<Operand> mark(List<Operand> operands) {
    List<Operand> marked = operands;
    for (int i = 0; i < operands.size(); i++) {
      Operand operand = mark(operands.get(i));
      if (operand != operands.get(i)) {
        marked = marked == operands ? new ArrayList<>(operands) : marked;
        marked.set(i, operand);
      }
    }
    return marked;
  }

  /** Of several occurrences in one call only the last one empties the slot. */
  private Operand mark(Operand operand) {
    if (operand instanceof Operand.TensorList list) {
      List<Operand> elements = mark(list.elements());
      return elements == list.elements() ? list : new Operand.TensorList(elements);
    }
    if (operand instanceof Operand.Tensor tensor) {
      boolean last = uses.last(tensor.slot()) == next++;
      return last && !persistent.get(tensor.slot())
          ? new Operand.Tensor(tensor.slot(), Operand.Use.LAST)
          : tensor;
    }
    return operand;
  }

  private List<Result> drop(List<Result> results) {
    List<Result> kept = results;
    for (int i = 0; i < results.size(); i++) {
      Result result = drop(results.get(i));
      if (result != results.get(i)) {
        kept = kept == results ? new ArrayList<>(results) : kept;
        kept.set(i, result);
      }
    }
    return kept;
  }

  private Result drop(Result result) {
    if (result instanceof Result.Elements list) {
      List<Result> elements = drop(list.elements());
      return elements == list.elements() ? list : new Result.Elements(elements);
    }
    return result instanceof Result.Slot slot && uses.last(slot.slot()) < 0 ? DROPPED : result;
  }
}
