package org.calque.codegen;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.calque.replay.ModuleLabel;
import org.calque.replay.Operand;
import org.calque.replay.Phase;
import org.calque.replay.ReplayProgram;
import org.calque.replay.Step;

/**
 * Cuts a program into classes along its modules: each step goes to the outermost module that is
 * small enough, so a class is a block of the model rather than a single layer or all of it.
 */
final class ModuleGroups {
  /** Steps of one class at most: few enough to read, and to compile as one method. */
  private static final int MAX_STEPS = 32;

  /** Operands of one class at most; a constructor has room for some 64 KB of bytecode. */
  private static final int MAX_OPERANDS = 1_500;

  private final ReplayProgram program;
  private final Identifiers names = new Identifiers();
  private final List<ModuleGroup> groups = new ArrayList<>();

  private ModuleGroups(ReplayProgram program, List<String> reserved) {
    this.program = program;
    reserved.forEach(names::unique);
  }

  /**
   * The groups of a program in execution order.
   *
   * @param reserved class names that are taken
   */
  static List<ModuleGroup> of(ReplayProgram program, List<String> reserved) {
    ModuleGroups all = new ModuleGroups(program, reserved);
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
    int operands = 0;
    for (int i = from; i < to; i++) {
      int weight = operands(program.steps().get(i));
      boolean full = i - start == MAX_STEPS || (i > start && operands + weight > MAX_OPERANDS);
      if (i > start && (full || !block(i, sizes).equals(block(i - 1, sizes)))) {
        add(phase, number, block(start, sizes), start, i);
        start = i;
        operands = 0;
      }
      operands += weight;
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

  private static int operands(Step step) {
    if (!(step instanceof Step.OperatorCall call)) {
      return 1;
    }
    return call.operands().stream()
        .mapToInt(
            operand -> operand instanceof Operand.TensorList list ? list.elements().size() : 1)
        .sum();
  }
}
