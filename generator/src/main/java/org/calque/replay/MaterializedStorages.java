package org.calque.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.calque.trace.ElementType;

/** Finds the memory that has to exist before the step, and the values to put there. */
final class MaterializedStorages {
  private final AssembledSteps assembled;
  private final StorageUses uses;
  private final ValueRules rules;
  private final PassedNumbers numbers;
  private final OperatorSchemas schemas;
  private final Interner<ValueRule> values = new Interner<>();
  private final Interner<String> roles = new Interner<>();

  private MaterializedStorages(
      AssembledSteps assembled,
      StorageUses uses,
      ValueRules rules,
      PassedNumbers numbers,
      OperatorSchemas schemas) {
    this.assembled = assembled;
    this.uses = uses;
    this.rules = rules;
    this.numbers = numbers;
    this.schemas = schemas;
  }

  static List<Storage> of(
      AssembledSteps assembled,
      StorageUses uses,
      ValueRules rules,
      PassedNumbers numbers,
      OperatorSchemas schemas) {
    MaterializedStorages all = new MaterializedStorages(assembled, uses, rules, numbers, schemas);
    List<Storage> storages = new ArrayList<>();
    for (StorageVersion version : assembled.slots().storages()) {
      if (version.isExternal()) {
        storages.add(all.storage(version));
      }
    }
    return storages;
  }

  private Storage storage(StorageVersion version) {
    SlotTable slots = assembled.slots();
    StorageUses.Use first = uses.of(version).get(0);
    ElementType type = slots.tensor(first.slot()).type();
    List<Integer> existing =
        Arrays.stream(slots.slotsOn(version))
            .filter(slot -> uses.birth(slot) < 0)
            .boxed()
            .sorted(
                Comparator.comparing((Integer slot) -> slots.tensor(slot).type() != type)
                    .thenComparing(slot -> -slots.tensor(slot).elements()))
            .toList();
    boolean written = uses.of(version).stream().anyMatch(StorageUses.Use::writes);
    boolean number = !written && TensorIdentity.isNumber(slots.view(version.firstSlot()));
    return new Storage(
        type,
        (version.bytes() + type.bytes() - 1) / type.bytes(),
        values.intern(number ? numbers.of(first) : rules.of(version)),
        written,
        number,
        existing,
        roles.intern(role(first)));
  }

  private String role(StorageUses.Use first) {
    Step.OperatorCall call = (Step.OperatorCall) assembled.steps().get(first.step());
    String argument = schemas.of(call).argumentName(first.argument());
    return (call.operator() + " " + argument).strip();
  }
}
