package org.calque.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.calque.replay.TensorIdentity.StorageVersion;
import org.calque.trace.ExecutionTrace;

/** Finds the memory that has to exist before the step, and the values to put there. */
final class MaterializedStorages {
  private MaterializedStorages() {}

  static List<Storage> of(
      List<Step> steps,
      List<PhaseKind> kinds,
      StorageUses uses,
      StepAssembly assembly,
      ExecutionTrace trace) {
    TensorIdentity identity = assembly.identity();
    ValueRules rules = new ValueRules(steps, kinds, identity, trace);
    PassedNumbers numbers = new PassedNumbers(steps, kinds, uses, identity);
    List<Storage> storages = new ArrayList<>();
    for (StorageVersion version : identity.versions()) {
      if (version.isExternal()) {
        storages.add(storage(version, steps, uses, identity, rules, numbers));
      }
    }
    return storages;
  }

  private static Storage storage(
      StorageVersion version,
      List<Step> steps,
      StorageUses uses,
      TensorIdentity identity,
      ValueRules rules,
      PassedNumbers numbers) {
    List<Integer> existing =
        version.slots().stream()
            .filter(slot -> uses.birth(slot) < 0)
            .sorted(Comparator.comparingLong(slot -> -identity.slots().get(slot).elements()))
            .toList();
    StorageUses.Use first = uses.of(version).get(0);
    Step.OperatorCall call = (Step.OperatorCall) steps.get(first.step());
    String role =
        call.operator() + " " + OperatorSchema.parse(call.schema()).argumentName(first.argument());
    boolean written = uses.of(version).stream().anyMatch(StorageUses.Use::writes);
    boolean number = !written && TensorIdentity.isNumber(version.views().get(0));
    return new Storage(
        identity.slots().get(existing.get(0)).type(),
        version.extent(),
        number ? numbers.of(first) : rules.of(version, uses.of(version)),
        written,
        number,
        existing,
        role.strip());
  }
}
