package org.calque.replay;

import com.carrotsearch.hppc.IntArrayList;
import com.carrotsearch.hppc.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.calque.trace.Bisection;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/**
 * Lets gradients live as long as the original's: what autograd stores in a parameter's {@code grad}
 * stays there until {@code zero_grad}, whether an optimizer still uses it or not. Where the step
 * ends before, they are released with it, since the next step begins with that.
 */
final class KeptGradients {
  private static final String STORES = "torch::autograd::AccumulateGrad";
  private static final String CLEARS = "Optimizer.zero_grad";

  private final AssembledSteps assembled;
  private final BitSet storing;
  private final IntArrayList clearing;

  private KeptGradients(AssembledSteps assembled, BitSet storing, IntArrayList clearing) {
    this.assembled = assembled;
    this.storing = storing;
    this.clearing = clearing;
  }

  /** The same steps with those that release gradients. */
  static AssembledSteps keep(ExecutionTrace trace, AssembledSteps assembled) {
    BitSet storing = new BitSet();
    IntArrayList clearing = new IntArrayList();
    for (TraceNode node : trace.nodes()) {
      int parent = trace.parentIndex(node.index());
      if (node.name().equals(STORES) || (parent >= 0 && storing.get(parent))) {
        storing.set(node.index());
      } else if (node.name().startsWith(CLEARS)) {
        clearing.add(node.index());
      }
    }
    return storing.isEmpty()
        ? assembled
        : new KeptGradients(assembled, storing, clearing).withReleases();
  }

  private AssembledSteps withReleases() {
    Map<Integer, List<Integer>> gradients = gradientsByRelease();
    List<Step> steps = new ArrayList<>();
    IntArrayList nodes = new IntArrayList();
    LongArrayList made = new LongArrayList();
    for (int i = 0; i < assembled.steps().size(); i++) {
      steps.add(assembled.steps().get(i));
      nodes.add(assembled.nodes().get(i));
      made.add(assembled.made().get(i));
      if (gradients.containsKey(i)) {
        steps.add(release(gradients.get(i), steps.get(steps.size() - 1).provenance()));
        nodes.add(assembled.nodes().get(i));
        made.add(0);
      }
    }
    return new AssembledSteps(steps, nodes, made, assembled.slots(), assembled.escaping());
  }

  private static Step release(List<Integer> slots, Provenance after) {
    return new Step.Release(
        new Operand.TensorList(
            slots.stream()
                .<Operand>map(slot -> new Operand.Tensor(slot, Operand.Use.READ))
                .toList()),
        new Provenance(after.node(), after.module(), after.thread(), Timing.UNKNOWN));
  }

  /** The slots of gradients by the step after which they are released. */
  private Map<Integer, List<Integer>> gradientsByRelease() {
    List<Step> steps = assembled.steps();
    int[] lastUse = new int[assembled.slots().size()];
    Arrays.fill(lastUse, -1);
    IntArrayList gradients = new IntArrayList();
    for (int i = 0; i < steps.size(); i++) {
      int number = i;
      SlotUses.forEach(steps.get(i), (operand, argument) -> lastUse[operand.slot()] = number);
      if (steps.get(i) instanceof Step.OperatorCall && storing.get(assembled.nodes().get(i))) {
        SlotResults.forEach(
            steps.get(i),
            slot -> {
              lastUse[slot] = number;
              gradients.add(slot);
            });
      }
    }
    Map<Integer, List<Integer>> byRelease = new TreeMap<>();
    for (int i = 0; i < gradients.size(); i++) {
      int slot = gradients.get(i);
      byRelease.computeIfAbsent(releasedAfter(lastUse[slot]), step -> new ArrayList<>()).add(slot);
    }
    return byRelease;
  }

  /** The last step before the first clearing that follows a use, or the last of all. */
  private int releasedAfter(int use) {
    int next = firstFrom(clearing, assembled.nodes().get(use));
    return next == clearing.size()
        ? assembled.steps().size() - 1
        : firstFrom(assembled.nodes(), clearing.get(next)) - 1;
  }

  /** The place of the first number of a rising list that is at least {@code value}. */
  private static int firstFrom(IntArrayList rising, int value) {
    return Bisection.first(rising.size(), i -> rising.get(i) >= value);
  }
}
