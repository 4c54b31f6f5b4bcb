package org.calque.runtime;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What an operator takes in one argument position: the tensor of a slot, a list of such tensors, or
 * a constant. The factories are named to be imported statically by generated code.
 */
public sealed interface Operand permits Operand.Constant, Slot, Operand.Tensors {

  /** The value of an argument that the recorded call left out or passed as {@code None}. */
  Constant NONE = new Constant(null);

  /**
   * A constant, bound once.
   *
   * @param value {@code null} for {@code None}, else a {@link Long}, {@link Double}, {@link
   *     Boolean}, {@link String}, {@link DeviceName}, {@link Unrecorded} or a {@link List} of those
   */
  record Constant(Object value) implements Operand {}

  /**
   * The name of a device as the trace has it ({@code cpu}, {@code cuda:0}); the engine maps it to
   * the device it runs on.
   */
  record DeviceName(String name) {}

  /**
   * A value that the trace format cannot hold, such as a stream; most operators that take one
   * cannot be replayed.
   */
  record Unrecorded(String kind) {}

  /**
   * A list of tensors, for {@code Tensor[]} and {@code Tensor?[]}.
   *
   * @param elements a {@link Slot}, or {@link #NONE} for an undefined tensor
   */
  record Tensors(List<Operand> elements) implements Operand {
    /** Copies the list. */
    public Tensors {
      elements = List.copyOf(elements);
    }
  }

  /** The slots among operands, and in lists among them, in order. */
  static Stream<Slot> slots(List<? extends Operand> operands) {
    return operands.stream()
        .flatMap(
            operand ->
                operand instanceof Tensors list ? list.elements().stream() : Stream.of(operand))
        .filter(Slot.class::isInstance)
        .map(Slot.class::cast);
  }

  /** The slots that a call with these operands empties. */
  static List<Slot> lastUses(List<? extends Operand> operands) {
    return slots(operands).filter(slot -> slot.use() == Slot.Use.LAST).toList();
  }

  /** The tensor of a slot that is read here and again later. */
  static Slot slot(int index) {
    return new Slot(index, Slot.Use.READ);
  }

  /** The tensor of a slot at its last use: the slot is empty afterwards, and the tensor freed. */
  static Slot last(int index) {
    return new Slot(index, Slot.Use.LAST);
  }

  /** The tensor of a slot that the operator writes in place, and that is used again later. */
  static Slot written(int index) {
    return new Slot(index, Slot.Use.WRITTEN);
  }

  /** Consecutive arguments {@code Tensor[]}. */
  static Tensors tensors(Operand... elements) {
    return new Tensors(List.of(elements));
  }

  /** No value: {@code None}, or an undefined tensor. */
  static Constant none() {
    return NONE;
  }

  /** An integer, or an enumeration that the dispatcher passes as one (dtype, layout, format). */
  static Constant number(long value) {
    return new Constant(value);
  }

  /** A floating-point number. */
  static Constant number(double value) {
    return new Constant(value);
  }

  /** A truth value. */
  static Constant flag(boolean value) {
    return new Constant(value);
  }

  /** A string. */
  static Constant text(String value) {
    return new Constant(value);
  }

  /** The device that the trace names. */
  static Constant device(String name) {
    return new Constant(new DeviceName(name));
  }

  /** A value that the trace names but does not hold. */
  static Constant unrecorded(String kind) {
    return new Constant(new Unrecorded(kind));
  }

  /** A list of constants of several kinds. */
  static Constant constants(Constant... elements) {
    return new Constant(Arrays.stream(elements).map(Constant::value).toList());
  }

  /** A list of integers: sizes, strides, dimensions. */
  static Constant ints(long... values) {
    return new Constant(Arrays.stream(values).boxed().toList());
  }

  /** A list of floating-point numbers. */
  static Constant doubles(double... values) {
    return new Constant(Arrays.stream(values).boxed().toList());
  }

  /** A list of truth values, such as an output mask. */
  static Constant flags(boolean... values) {
    return new Constant(IntStream.range(0, values.length).mapToObj(i -> values[i]).toList());
  }
}
