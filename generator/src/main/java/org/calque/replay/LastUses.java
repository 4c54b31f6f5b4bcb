package org.calque.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Marks the last use of every tensor that the step itself makes, so that it is freed there, and
 * drops results that nothing uses. Materialised tensors stay.
 */
final class LastUses {
  private final Map<Integer, Integer> lastUse = new HashMap<>();
  private final Set<Integer> persistent = new HashSet<>();

  private LastUses() {}

  static List<Step> mark(List<Step> steps, List<Storage> storages) {
    LastUses uses = new LastUses();
    storages.forEach(storage -> uses.persistent.addAll(storage.slots()));
    for (int i = 0; i < steps.size(); i++) {
      int number = i;
      SlotUses.forEach(steps.get(i), (operand, at) -> uses.lastUse.put(operand.slot(), number));
    }
    List<Step> marked = new ArrayList<>(steps.size());
    for (int i = 0; i < steps.size(); i++) {
      marked.add(uses.mark(steps.get(i), i));
    }
    return marked;
  }

  private Step mark(Step step, int number) {
    if (step instanceof Step.Alias alias) {
      Operand base = mark(alias.base(), number, new HashMap<>(Map.of(alias.base().slot(), 1)));
      return new Step.Alias(alias.slot(), (Operand.Tensor) base, alias.provenance());
    }
    Step.OperatorCall call = (Step.OperatorCall) step;
    Map<Integer, Integer> occurrences = new HashMap<>();
    SlotUses.forEach(call, (operand, at) -> occurrences.merge(operand.slot(), 1, Integer::sum));
    return new Step.OperatorCall(
        call.operator(),
        call.schema(),
        call.operands().stream().map(operand -> mark(operand, number, occurrences)).toList(),
        call.results().stream().map(this::mark).toList(),
        call.provenance());
  }

  /** Of several occurrences in one call only the last one empties the slot. */
  private Operand mark(Operand operand, int number, Map<Integer, Integer> occurrences) {
    if (operand instanceof Operand.TensorList list) {
      return new Operand.TensorList(
          list.elements().stream().map(element -> mark(element, number, occurrences)).toList());
    }
    if (operand instanceof Operand.Tensor tensor
        && !persistent.contains(tensor.slot())
        && lastUse.get(tensor.slot()) == number
        && occurrences.merge(tensor.slot(), -1, Integer::sum) == 0) {
      return new Operand.Tensor(tensor.slot(), Operand.Use.LAST);
    }
    return operand;
  }

  private Result mark(Result result) {
    if (result instanceof Result.Elements list) {
      return new Result.Elements(list.elements().stream().map(this::mark).toList());
    }
    return result instanceof Result.Slot slot && !lastUse.containsKey(slot.slot())
        ? new Result.Dropped()
        : result;
  }
}
