package org.calque.replay;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/** Builds the replay program of a trace: selection, identity, then the passes over the result. */
public final class ProgramBuilder {
  private ProgramBuilder() {}

  /**
   * Builds the program of a trace.
   *
   * @param workload name that the benchmarks carry
   * @throws UnreplayableTraceException if the trace has no operators
   */
  public static ReplayProgram build(String workload, ExecutionTrace trace) {
    Set<Long> expanded = new HashSet<>();
    Map<String, Integer> expandedNames = new TreeMap<>();
    OperatorSelection selection;
    StepAssembly assembly;
    boolean again;
    do {
      selection = OperatorSelection.of(trace, expanded);
      assembly = StepAssembly.of(trace, selection.nodes());
      again = false;
      for (TraceNode node : selection.nodes()) {
        if (assembly.identity().escaping().contains(node.id())
            && Composite.isComposite(trace, node)
            && expanded.add(node.id())) {
          expandedNames.merge(node.operator(), 1, Integer::sum);
          again = true;
        }
      }
    } while (again);
    if (selection.nodes().isEmpty()) {
      throw new UnreplayableTraceException(
          trace.source().file()
              + ": no node has an operator schema, so there is nothing to replay");
    }
    return assemble(workload, trace, selection, assembly, expandedNames);
  }

  private static ReplayProgram assemble(
      String workload,
      ExecutionTrace trace,
      OperatorSelection selection,
      StepAssembly assembly,
      Map<String, Integer> expandedNames) {
    List<Remark> remarks = new ArrayList<>();
    selection.leftOut().forEach((name, n) -> remarks.add(new Remark("left-out", name, n)));
    expandedNames.forEach((name, n) -> remarks.add(new Remark("composite-expanded", name, n)));
    List<Step> steps = RoundedScalars.restore(assembly.steps(), remarks);
    selection
        .withoutSchema()
        .forEach((name, n) -> remarks.add(new Remark("without-schema", name, n)));
    List<PhaseKind> kinds = PhaseKind.of(trace, steps);
    StorageUses uses = StorageUses.of(steps, assembly.identity());
    List<Storage> storages = MaterializedStorages.of(steps, kinds, uses, assembly, trace);
    remarks.addAll(PassedNumbers.remarks(storages));
    steps = LastUses.mark(steps, storages);
    List<Phase> phases = Phases.of(kinds, steps, uses);
    return new ReplayProgram(
        workload,
        trace.source(),
        assembly.identity().slots(),
        storages,
        steps,
        phases,
        remarks.stream().sorted(Remark.ORDER).toList());
  }
}
