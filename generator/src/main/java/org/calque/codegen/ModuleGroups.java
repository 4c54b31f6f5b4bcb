package org.calque.codegen;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.calque.replay.ModuleLabel;
import org.calque.replay.Operand;
import org.calque.replay.Phase;
import org.calque.replay.ReplayProgram;
import org.calque.replay.Result;
import org.calque.replay.Step;
import org.calque.replay.UnreplayableTraceException;
import org.calque.trace.TraceValue;

/**
 * Cuts a program into classes along its modules: each step goes to the outermost module that is
 * small enough, so a class is a block of the model rather than a single layer or all of it.
 */
final class ModuleGroups {
  /** Steps of one class at most: few enough to read, and to compile as one method. */
  private static final int MAX_STEPS = 32;

  /** Values of one class at most; a constructor has room for some 64 KB of bytecode. */
  private static final int MAX_VALUES = 1_500;

  /** Values that one call may name, at up to 12 bytes each. */
  private static final int MAX_VALUES_OF_A_CALL = 5_000;

  /** Where modules take turns more often than this, classes follow the steps alone. */
  private static final int MAX_MODULE_GROUPS = 2_000;

  /** The method that makes them has room for no more, at 13 bytes each. */
  private static final int MAX_GROUPS = 4_500;

  private final ReplayProgram program;
  private final boolean byModule;
  private final Identifiers names = new Identifiers();
  private final List<ModuleGroup> groups = new ArrayList<>();

  private ModuleGroups(ReplayProgram program, List<String> reserved, boolean byModule) {
    this.program = program;
    this.byModule = byModule;
    reserved.forEach(names::unique);
  }

  /**
   * The groups of a program in execution order.
   *
   * @param reserved class names that are taken
   * @throws UnreplayableTraceException if there are too many for one class file
   */
  static List<ModuleGroup> of(ReplayProgram program, List<String> reserved) {
    List<ModuleGroup> groups = groups(program, reserved, true);
    if (groups.size() > MAX_MODULE_GROUPS) {
      groups = groups(program, reserved, false);
    }
    if (groups.size() > MAX_GROUPS) {
      throw new UnreplayableTraceException(
          program.source().file()
              + ": "
              + program.steps().size()
              + " operator calls are too many for one class; record a single step");
    }
    return groups;
  }

  private static List<ModuleGroup> groups(
      ReplayProgram program, List<String> reserved, boolean byModule) {
    ModuleGroups all = new ModuleGroups(program, reserved, byModule);
    List<Phase> phases = program.phases();
    if (phases.isEmpty()) {
      all.addPhase("", 0, 0, program.steps().size());
    }
    for (int i = 0; i < phases.size(); i++) {
      all.addPhase(phases.get(i).name(), i, phases.get(i).from(), phases.get(i).to());
    }
    return all.groups;
  }

  private void addPhase(String phase, int number, int from, int to) {
    Map<String, Integer> sizes = new HashMap<>();
    for (int i = from; i < to; i++) {
      prefixes(label(i)).forEach(prefix -> sizes.merge(prefix, 1, Integer::sum));
    }
    int start = from;
    int values = 0;
    for (int i = from; i < to; i++) {
      int weight = values(program.steps().get(i));
      boolean full = i - start == MAX_STEPS || (i > start && values + weight > MAX_VALUES);
      if (i > start && (full || !block(i, sizes).equals(block(i - 1, sizes)))) {
        add(phase, number, block(start, sizes), start, i);
        start = i;
        values = 0;
      }
      values += weight;
    }
    if (start < to) {
      add(phase, number, block(start, sizes), start, to);
    }
  }

  private void add(String phase, int number, String block, int from, int to) {
    String suffix = Identifiers.pascal(phase.isEmpty() ? "step" : phase);
    String name = block.isEmpty() ? suffix : Identifiers.pascal(block);
    if (!phase.isEmpty() && !name.startsWith(suffix)) {
      name += suffix;
    }
    String title =
        (block.isEmpty() ? "outside any module" : block) + (phase.isEmpty() ? "" : ", " + phase);
    groups.add(new ModuleGroup(names.unique(name), title, number, from, to));
  }

  /** The outermost enclosing module that fits into one class, else the innermost. */
  private String block(int step, Map<String, Integer> sizes) {
    if (!byModule) {
      return "";
    }
    List<String> prefixes = prefixes(label(step));
    return prefixes.stream()
        .filter(prefix -> sizes.get(prefix) <= MAX_STEPS)
        .findFirst()
        .orElse(prefixes.get(prefixes.size() - 1));
  }

  private ModuleLabel label(int step) {
    return program.steps().get(step).provenance().module();
  }

  /** {@code a}, {@code a.b}, {@code a.b.c}: outermost first. */
  private static List<String> prefixes(ModuleLabel label) {
    List<String> prefixes = new ArrayList<>();
    if (!label.type().isEmpty()) {
      for (int dot = label.path().indexOf('.'); dot > 0; dot = label.path().indexOf('.', dot + 1)) {
        prefixes.add(label.path().substring(0, dot));
      }
    }
    prefixes.add(label.path());
    return prefixes;
  }

  /** How many values the statement of a step names; those of a resource are not in it. */
  private int values(Step step) {
    if (!(step instanceof Step.OperatorCall call)) {
      return 1;
    }
    int values = 0;
    for (Operand operand : call.operands()) {
      values += LongLists.inResource(operand) ? 1 : values(operand);
    }
    for (Result result : call.results()) {
      values += result instanceof Result.Elements list ? list.elements().size() : 1;
    }
    if (values > MAX_VALUES_OF_A_CALL) {
      throw new UnreplayableTraceException(
          program.source().file()
              + ": node "
              + step.provenance().node()
              + " ("
              + call.operator()
              + ") names "
              + values
              + " values, too many for one method");
    }
    return values;
  }

  private static int values(Operand operand) {
    if (operand instanceof Operand.TensorList list) {
      return list.elements().stream().mapToInt(ModuleGroups::values).sum();
    }
    return operand instanceof Operand.Constant constant ? values(constant.value()) : 1;
  }

  private static int values(TraceValue value) {
    return value instanceof TraceValue.Sequence sequence
        ? sequence.elements().stream().mapToInt(ModuleGroups::values).sum()
        : 1;
  }
}
