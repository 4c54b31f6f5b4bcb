package org.calque.runtime.torch;

import static org.calque.runtime.Operand.slot;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.calque.runtime.DataType;
import org.calque.runtime.Layout;
import org.calque.runtime.Operand;
import org.calque.runtime.Result;
import org.calque.runtime.Session;
import org.calque.runtime.SessionOptions;
import org.calque.runtime.Slot;
import org.calque.runtime.TensorInfo;
import org.calque.runtime.Values;

/** A session with slots handed out in order, so that a test reads like tensor code. */
final class TestFrame implements AutoCloseable {
  static final int SLOTS = 256;

  private final Session session;
  private int next;

  TestFrame() {
    this(7);
  }

  TestFrame(long seed) {
    session = new TorchEngine().open(new SessionOptions(SLOTS, 1, seed));
  }

  Session session() {
    return session;
  }

  /** An empty slot. */
  int empty() {
    return next++;
  }

  /** A dense float tensor with 0, 1, 2 ... in row-major order. */
  int range(long... sizes) {
    return range(DataType.FLOAT32, sizes);
  }

  int range(DataType type, long... sizes) {
    return tensor(type, Values.offsets(new Layout(sizes, sizes, 0).elements()), sizes);
  }

  /** A dense float tensor of one value. */
  int filled(double value, long... sizes) {
    return tensor(DataType.FLOAT32, Values.fill(value), sizes);
  }

  int tensor(DataType type, Values values, long... sizes) {
    int slot = empty();
    Layout layout = new Layout(sizes, dense(sizes), 0);
    session.allocate(slot, type, layout.extent(), layout);
    session.fill(slot, values, slot);
    return slot;
  }

  /** A dense float tensor of random numbers. */
  int random(long... sizes) {
    return tensor(DataType.FLOAT32, Values.uniform(-1, 1), sizes);
  }

  /** A dense tensor of given values. */
  int values(DataType type, List<? extends Number> values, long... sizes) {
    int slot = tensor(type, Values.fill(0), sizes);
    int element = empty();
    for (int i = 0; i < values.size(); i++) {
      session.view(element, slot, new Layout(new long[0], new long[0], i));
      run(
          "aten::fill_.Scalar",
          List.of(Operand.written(element), Operand.number(values.get(i).doubleValue())),
          Result.dropped());
    }
    return slot;
  }

  /** Runs an operator that returns several tensors, and gives their slots. */
  int[] calls(int returned, String operator, Operand... operands) {
    int[] made = IntStream.range(0, returned).map(i -> empty()).toArray();
    run(operator, Arrays.asList(operands), slots(made));
    return made;
  }

  /** Runs an operator that returns one tensor, and reads it. */
  double[] call(String operator, Operand... operands) {
    int result = empty();
    run(operator, List.of(operands), slot(result));
    return session.read(result);
  }

  /** Runs an operator once. */
  void run(String operator, List<Operand> operands, Result... results) {
    session.bind(operator, operands, List.of(results)).run();
  }

  double[] read(int slot) {
    return session.read(slot);
  }

  TensorInfo describe(int slot) {
    return session.describe(slot);
  }

  long[] sizes(int slot) {
    return session.describe(slot).layout().sizes();
  }

  static Slot[] slots(int... indices) {
    return Arrays.stream(indices).mapToObj(Operand::slot).toArray(Slot[]::new);
  }

  static long[] dense(long... sizes) {
    long[] strides = new long[sizes.length];
    long stride = 1;
    for (int i = sizes.length - 1; i >= 0; i--) {
      strides[i] = stride;
      stride *= Math.max(1, sizes[i]);
    }
    return strides;
  }

  @Override
  public void close() {
    session.close();
  }
}
