package org.calque.runtime.torch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.calque.runtime.Operand;
import org.calque.runtime.Result;
import org.calque.runtime.Slot;

/**
 * The calls that do the work of a recorded one, put down in order. What they pass to each other is
 * in scratch slots; every slot is emptied by the call that uses it last, so that nothing lives
 * longer than it would inside one operator.
 */
final class Composition {
  /** Scratch slots that one composition may use. */
  static final int CAPACITY = 64;

  private final Given given;
  private final List<Result> results;
  private final Sizes sizes;
  private final List<Step> steps = new ArrayList<>();
  private final Map<Integer, Integer> kept = new LinkedHashMap<>();
  private int scratch;

  /**
   * One call.
   *
   * @param operator with overload
   * @param operands what it takes
   * @param results where what it returns goes
   */
  record Step(String operator, List<Operand> operands, List<Result> results) {}

  /** The sizes of the tensor in a slot. */
  interface Sizes {
    /** Sizes while a call is bound that depends on none. */
    Sizes UNKNOWN =
        slot -> {
          throw new IllegalStateException("sizes are known when a call runs");
        };

    long[] of(Slot slot);
  }

  /**
   * Nothing put down yet.
   *
   * @param given what the recorded call takes
   * @param results where what it returns goes
   * @param sizes of the tensors that it takes
   */
  Composition(Given given, List<Result> results, Sizes sizes) {
    this.given = given;
    this.results = results;
    this.sizes = sizes;
  }

  /** What the recorded call takes. */
  Given given() {
    return given;
  }

  /** What the recorded call takes in a position. */
  Operand at(int position) {
    return given.at(position);
  }

  /** Sizes of a tensor that the recorded call takes. */
  long[] sizes(int position) {
    return sizes.of((Slot) at(position));
  }

  /** Calls an operator whose results are the recorded call's. */
  void same(String operator, List<Operand> operands, List<Result> itsResults) {
    steps.add(new Step(operator, operands, itsResults));
  }

  /**
   * Where the results of an operator go that are the recorded call's: what it returns beyond those
   * is dropped, what they are beyond its own is not made.
   */
  List<Result> resultsOf(int returned) {
    if (results.isEmpty()) {
      return List.of();
    }
    return Stream.concat(results.stream(), Stream.generate(Result::dropped))
        .limit(returned)
        .toList();
  }

  /** Calls an operator that returns one tensor, which later calls may take. */
  Slot call(String operator, Operand... operands) {
    return calls(1, operator, operands).get(0);
  }

  /** Calls an operator that returns several tensors, which later calls may take. */
  List<Slot> calls(int returned, String operator, Operand... operands) {
    List<Slot> places = Stream.generate(this::next).limit(returned).toList();
    steps.add(new Step(operator, List.of(operands), List.copyOf(places)));
    return places;
  }

  /** Calls an operator that returns a list of tensors, which later calls may take. */
  List<Slot> callList(int elements, String operator, Operand... operands) {
    List<Slot> places = Stream.generate(this::next).limit(elements).toList();
    steps.add(
        new Step(
            operator, List.of(operands), List.of(Result.slots(places.toArray(Result[]::new)))));
    return places;
  }

  private Slot next() {
    if (scratch == CAPACITY) {
      throw new IllegalStateException(
          given.operator() + " needs more than " + CAPACITY + " scratch slots");
    }
    return Operand.slot(Frame.SCRATCH + scratch++);
  }

  /**
   * Says which results of calls are those of the recorded call, in its order; what is {@code null}
   * or missing at the end is not made.
   */
  void returns(Slot... made) {
    for (int i = 0; i < Math.min(made.length, results.size()); i++) {
      if (made[i] != null && results.get(i) instanceof Slot slot) {
        kept.put(slot.index(), made[i].index());
      }
    }
  }

  /** Recorded results, and the scratch slots to move them from when all calls have run. */
  Map<Integer, Integer> kept() {
    return kept;
  }

  /** The calls, each of which empties the slots that no later one uses. */
  List<Step> steps() {
    Map<Integer, Integer> lastUses = new HashMap<>();
    for (int i = 0; i < steps.size(); i++) {
      int step = i;
      Operand.slots(steps.get(i).operands()).forEach(slot -> lastUses.put(slot.index(), step));
    }
    Set<Integer> passing = new HashSet<>();
    Operand.lastUses(given.operands()).forEach(slot -> passing.add(slot.index()));
    for (int i = 0; i < scratch; i++) {
      passing.add(Frame.SCRATCH + i);
    }
    passing.removeAll(kept.values());
    ToIntFunction<Slot> until =
        slot ->
            passing.contains(slot.index())
                ? lastUses.getOrDefault(slot.index(), -1)
                : Integer.MAX_VALUE;
    List<Step> finished = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      int step = i;
      finished.add(
          new Step(
              steps.get(i).operator(),
              steps.get(i).operands().stream().map(use -> used(use, step, until)).toList(),
              steps.get(i).results().stream().map(made -> made(made, until)).toList()));
    }
    return finished;
  }

  private static Operand used(Operand operand, int step, ToIntFunction<Slot> until) {
    if (operand instanceof Operand.Tensors list) {
      return Operand.tensors(
          list.elements().stream()
              .map(element -> used(element, step, until))
              .toArray(Operand[]::new));
    }
    if (operand instanceof Slot slot) {
      if (until.applyAsInt(slot) == step) {
        return Operand.last(slot.index());
      }
      return slot.use() == Slot.Use.LAST ? Operand.slot(slot.index()) : slot;
    }
    return operand;
  }

  /** A scratch slot that nothing uses is not kept. */
  private static Result made(Result result, ToIntFunction<Slot> until) {
    if (result instanceof Result.Slots list) {
      return Result.slots(
          list.elements().stream().map(element -> made(element, until)).toArray(Result[]::new));
    }
    return result instanceof Slot slot && until.applyAsInt(slot) < 0 ? Result.dropped() : result;
  }
}
