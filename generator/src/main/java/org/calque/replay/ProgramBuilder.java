package org.calque.replay;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.Repair;
import org.calque.trace.TraceNode;

/** Builds the replay program of a trace: selection, identity, then the passes over the result. */
public final class ProgramBuilder {
  private final String workload;
  private final ExecutionTrace trace;
  private final BuildOptions options;
  private final OperatorSchemas schemas = new OperatorSchemas();
  private final List<Remark> remarks = new ArrayList<>();

  private ProgramBuilder(String workload, ExecutionTrace trace, BuildOptions options) {
    this.workload = workload;
    this.trace = trace;
    this.options = options;
  }

  /** Builds the program of a trace with {@link BuildOptions#DEFAULT}. */
  public static ReplayProgram build(String workload, ExecutionTrace trace) {
    return build(workload, trace, BuildOptions.DEFAULT);
  }

  /**
   * Builds the program of a trace.
   *
   * @param workload name that the benchmarks carry
   * @throws UnreplayableTraceException if the trace has not the step that is wanted, or the step
   *     has no operators
   */
  public static ReplayProgram build(String workload, ExecutionTrace trace, BuildOptions options) {
    ProgramBuilder builder = new ProgramBuilder(workload, trace, options);
    for (Repair repair : trace.repairs()) {
      builder.remarks.add(new Remark("repaired", repair.kind().id(), repair.count()));
    }
    return builder.program(KeptGradients.keep(trace, builder.select()));
  }

  /** Selects operators until no tensor made inside one of them is used outside. */
  private AssembledSteps select() {
    RecordedSteps steps = RecordedSteps.of(trace);
    RecordedStep chosen = steps.choose(options.step());
    BitSet expanded = new BitSet();
    RemarkCounts expansions = new RemarkCounts();
    expand(GradientChoice.in(trace, chosen, schemas), expanded, expansions);
    while (true) {
      OperatorSelection selection = OperatorSelection.of(trace, steps, chosen, expanded);
      if (selection.nodes().isEmpty()) {
        throw nothingIn(chosen);
      }
      AssembledSteps assembled = StepAssembly.of(trace, selection.nodes(), schemas);
      if (!expand(assembled.escaping(), expanded, expansions)) {
        remarks.addAll(selection.remarks());
        remarks.addAll(expansions.remarks());
        return assembled;
      }
    }
  }

  private UnreplayableTraceException nothingIn(RecordedStep step) {
    String where = step.label().isEmpty() ? "" : " of " + step.label();
    return new UnreplayableTraceException(
        trace.source().file()
            + ": no node"
            + where
            + " has an operator schema, so there is nothing to replay");
  }

  /** Expands those among the candidates that are composite; says whether there was one. */
  private boolean expand(BitSet candidates, BitSet expanded, RemarkCounts expansions) {
    boolean any = false;
    for (int i = candidates.nextSetBit(0); i >= 0; i = candidates.nextSetBit(i + 1)) {
      TraceNode node = trace.at(i);
      if (Composite.isComposite(trace, node, schemas)) {
        expanded.set(i);
        expansions.add("composite-expanded", node.operator());
        any = true;
      }
    }
    return any;
  }

  private ReplayProgram program(AssembledSteps assembled) {
    List<Step> steps = assembled.steps();
    remarks.addAll(FilledOutside.replace(trace, assembled, schemas));
    remarks.addAll(PinnedOperands.pin(trace, assembled, schemas));
    Divisors divisors = new Divisors(steps, schemas);
    remarks.addAll(RoundedScalars.restore(steps, divisors, schemas));
    List<PhaseKind> kinds = PhaseKind.of(trace, assembled.nodes());
    StorageUses uses = StorageUses.of(steps, assembled.slots(), schemas);
    List<Storage> storages =
        MaterializedStorages.of(
            assembled,
            uses,
            new ValueRules(trace, assembled, kinds, uses, schemas),
            new PassedNumbers(trace, assembled, kinds, uses, divisors, schemas),
            schemas,
            remarks);
    remarks.addAll(PassedNumbers.remarks(storages));
    LastUses.mark(steps, storages, uses);
    SlotTable slots = assembled.slots();
    List<Integer> storageOf = slots.storageNumbers();
    LiveMemory live = LiveMemory.of(slots.tensors(), storageOf, storages, steps);
    return new ReplayProgram(
        workload,
        trace.source(),
        slots.tensors(),
        storageOf,
        storages,
        steps,
        MemoryEstimate.of(storages, steps, live, assembled.made()),
        Phases.of(kinds, steps, uses),
        remarks.stream().sorted(Remark.ORDER).toList());
  }
}
