package org.calque.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.calque.trace.ElementType;
import org.calque.values.ValueRule;

/** Finds the memory that has to exist before the step, and the values to put there. */
final class MaterializedStorages {
  /** It is true, divides, and is a size, which zero is not. */
  private static final ValueRule GUESS = new ValueRule.Fill(1);

  private final AssembledSteps assembled;
  private final StorageUses uses;
  private final ValueRules rules;
  private final PassedNumbers numbers;
  private final OperatorSchemas schemas;
  private final RemarkCounts guesses = new RemarkCounts();
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

  /**
   * Finds them.
   *
   * @param remarks takes in how often nothing told what a storage holds
   */
  static List<Storage> of(
      AssembledSteps assembled,
      StorageUses uses,
      ValueRules rules,
      PassedNumbers numbers,
      OperatorSchemas schemas,
      List<Remark> remarks) {
    MaterializedStorages all = new MaterializedStorages(assembled, uses, rules, numbers, schemas);
    List<Storage> storages = new ArrayList<>();
    for (StorageVersion version : assembled.slots().storages()) {
      if (version.isExternal()) {
        storages.add(all.storage(version));
      }
    }
    remarks.addAll(all.guesses.remarks());
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
    boolean number =
        !written
            && !version.isAllocated()
            && TensorIdentity.isNumber(slots.view(version.firstSlot()));
    String role = roles.intern(role(first));
    ValueRule rule = number ? numbers.of(first) : rules.of(version).orElseGet(() -> guess(role));
    return new Storage(
        type,
        (version.bytes() + type.bytes() - 1) / type.bytes(),
        values.intern(rule),
        written,
        number,
        existing,
        role);
  }

  private ValueRule guess(String role) {
    guesses.add("value-guessed", role);
    return GUESS;
  }

  private String role(StorageUses.Use first) {
    Step.OperatorCall call = (Step.OperatorCall) assembled.steps().get(first.step());
    String argument = schemas.of(call).argumentName(first.argument());
    return (call.operator() + " " + argument).strip();
  }
}
