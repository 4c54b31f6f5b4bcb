package org.calque.trace;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.calque.json.Symbols;

/**
 * Makes values of the parallel lists in which a node records them: raw values, types, shapes and,
 * in newer schemas, strides. A list may be shorter than the values, then what it says is unknown.
 */
final class ValueAssembler {
  private static final RawList NO_LIST = new RawList();
  private static final int ABSENT = -1;

  /** Tensor and storage id, offset, number of elements, bytes of one. */
  private static final int TENSOR_NUMBERS = 5;

  private static final Pattern RANGE =
      Pattern.compile("\"(\\d{1,9})\"\\s*:\\s*\\[\\s*(-?\\d{1,19})\\s*,\\s*(-?\\d{1,19})\\s*]");

  /** The writer cuts lists at this length. */
  static final int LONGEST_LIST = 4_097;

  private final Symbols symbols;
  private final ValuePool pool;
  private final LayoutPool layouts;
  private final List<ValueType> types = new ArrayList<>();
  private RawList values = NO_LIST;
  private RawList shapes = NO_LIST;
  private RawList strides = NO_LIST;
  private int[] codes = new int[64];
  private int top;
  private int longLists;

  ValueAssembler(Symbols symbols, ValuePool pool, ReadLimits limits) {
    this.symbols = symbols;
    this.pool = pool;
    this.layouts = new LayoutPool(limits);
  }

  /** How many lists have the length at which the writer cuts them. */
  int longLists() {
    return longLists;
  }

  /** One side of a node as read. */
  static final class Side {
    final RawList values = new RawList();
    final RawList types = new RawList();
    final RawList shapes = new RawList();
    final RawList strides = new RawList();

    void clear() {
      values.clear();
      types.clear();
      shapes.clear();
      strides.clear();
    }
  }

  /** Appends the numbers of a side's values to {@code into}, their count first. */
  void assemble(Side side, IntColumn into) {
    values = side.values;
    shapes = side.shapes;
    strides = side.strides;
    top = 0;
    int type = 0;
    int shape = 0;
    int stride = 0;
    for (int value = 0; value < values.size(); value = values.after(value)) {
      push(
          code(
              value,
              type < side.types.size() ? type(side.types, type) : ValueType.NONE,
              shape < shapes.size() ? shape : ABSENT,
              stride < strides.size() ? stride : ABSENT));
      type = type < side.types.size() ? side.types.after(type) : type;
      shape = shape < shapes.size() ? shapes.after(shape) : shape;
      stride = stride < strides.size() ? strides.after(stride) : stride;
    }
    into.add(top);
    for (int i = 0; i < top; i++) {
      into.add(codes[i]);
    }
  }

  private void push(int code) {
    if (top == codes.length) {
      codes = Arrays.copyOf(codes, top * 2);
    }
    codes[top++] = code;
  }

  private ValueType type(RawList list, int i) {
    if (list.kind(i) != RawList.STRING) {
      return ValueType.NONE;
    }
    int symbol = (int) list.value(i);
    while (types.size() <= symbol) {
      types.add(null);
    }
    ValueType type = types.get(symbol);
    if (type == null) {
      type = ValueType.of(TypeName.parse(symbols.text(symbol)));
      types.set(symbol, type);
    }
    return type;
  }

  private int code(int at, ValueType type, int shape, int stride) {
    return switch (type.kind()) {
      case SEQUENCE ->
          values.kind(at) == RawList.LIST
              ? sequence(at, type, shape, stride)
              : pool.opaque(type.name());
      case TENSOR -> tensor(at, type, shape, stride);
      case INT ->
          values.kind(at) == RawList.INTEGER
              ? pool.integer(values.value(at))
              : missing(at, type.name());
      case DOUBLE -> real(at, type);
      case BOOL ->
          switch (values.kind(at)) {
            case RawList.TRUE -> ValuePool.TRUE;
            case RawList.FALSE -> ValuePool.FALSE;
            default -> missing(at, type.name());
          };
      case STRING ->
          values.kind(at) == RawList.STRING
              ? pool.text(symbols.text((int) values.value(at)))
              : missing(at, type.name());
      case DEVICE ->
          values.kind(at) == RawList.STRING
              ? pool.device(symbols.text((int) values.value(at)))
              : missing(at, type.name());
      case NONE -> ValuePool.NONE;
      case UNDEFINED_TENSOR -> ValuePool.UNDEFINED_TENSOR;
      case OPAQUE -> pool.opaque(type.name());
    };
  }

  private int sequence(int at, ValueType type, int shape, int stride) {
    int start = top;
    int end = values.after(at);
    int shapeEnd = end(shapes, shape);
    int strideEnd = end(strides, stride);
    int nextShape = shape + 1;
    int nextStride = stride + 1;
    int position = 0;
    for (int value = at + 1; value < end; value = values.after(value)) {
      push(
          code(
              value,
              type.element(position++),
              nextShape < shapeEnd ? nextShape : ABSENT,
              nextStride < strideEnd ? nextStride : ABSENT));
      nextShape = nextShape < shapeEnd ? shapes.after(nextShape) : nextShape;
      nextStride = nextStride < strideEnd ? strides.after(nextStride) : nextStride;
    }
    if (top - start == LONGEST_LIST) {
      longLists++;
    }
    int code = pool.sequence(codes, start, top);
    top = start;
    return code;
  }

  /** One past the last element of a nested list; nothing lies before it where there is no list. */
  private static int end(RawList list, int at) {
    return at != ABSENT && list.kind(at) == RawList.LIST ? list.after(at) : ABSENT;
  }

  private int tensor(int at, ValueType type, int shape, int stride) {
    int first = at + 1;
    int fields = values.kind(at) == RawList.LIST ? values.after(at) - first : 0;
    int shapeEnd = end(shapes, shape);
    if (fields < TENSOR_NUMBERS
        || type.element() == null
        || shapeEnd == ABSENT
        || !shapes.integers(shape + 1, shapeEnd)) {
      return pool.opaque(type.name());
    }
    if (!values.integers(first, first + TENSOR_NUMBERS)) {
      throw new UnreadableNodeException("a tensor's ids and sizes are not all integers");
    }
    int device = first + TENSOR_NUMBERS;
    boolean hasDevice = fields > TENSOR_NUMBERS && values.kind(device) == RawList.STRING;
    int rank = shapeEnd - shape - 1;
    int strideEnd = end(strides, stride);
    boolean hasStrides =
        strideEnd - stride - 1 == rank
            && strideEnd != ABSENT
            && strides.integers(stride + 1, strideEnd);
    TensorLayout layout =
        layouts.of(
            type.element(),
            hasDevice ? symbols.text((int) values.value(device)) : "",
            values.value(first + 2),
            values.value(first + 3),
            shapes,
            shape + 1,
            rank,
            hasStrides ? strides : null,
            stride + 1);
    return pool.tensor(values.value(first), values.value(first + 1), layout);
  }

  private int real(int at, ValueType type) {
    return switch (values.kind(at)) {
      case RawList.REAL -> pool.real(Double.longBitsToDouble(values.value(at)));
      case RawList.INTEGER -> pool.real(values.value(at));
      case RawList.STRING ->
          switch (symbols.text((int) values.value(at))) {
            case "inf" -> pool.real(Double.POSITIVE_INFINITY);
            case "-inf" -> pool.real(Double.NEGATIVE_INFINITY);
            case "nan", "-nan" -> pool.real(Double.NaN);
            default -> missing(at, type.name());
          };
      default -> missing(at, type.name());
    };
  }

  /** The writer gives {@code "<None>"} for what is not there, whatever the type. */
  private int missing(int at, String type) {
    boolean none =
        values.kind(at) == RawList.STRING && symbols.text((int) values.value(at)).equals("<None>");
    return none ? ValuePool.NONE : pool.opaque(type);
  }

  /**
   * The ranges of integer tensors, which the writer puts into one string of JSON. It counts tensors
   * in lists and undefined ones, too; the latter are no tensors here.
   */
  Map<Integer, TraceNode.Range> ranges(String text, RawList inputTypes) {
    List<Boolean> defined = new ArrayList<>();
    for (int i = 0; i < inputTypes.size(); i++) {
      addTensors(type(inputTypes, i), defined);
    }
    Map<Integer, TraceNode.Range> ranges = new HashMap<>();
    Matcher entry = RANGE.matcher(text);
    while (entry.find()) {
      int position = Integer.parseInt(entry.group(1));
      BigInteger least = new BigInteger(entry.group(2));
      BigInteger greatest = new BigInteger(entry.group(3));
      if (position < defined.size()
          && defined.get(position)
          && least.bitLength() < Long.SIZE
          && greatest.bitLength() < Long.SIZE) {
        ranges.put(
            (int) defined.subList(0, position).stream().filter(Boolean::booleanValue).count(),
            new TraceNode.Range(least.longValue(), greatest.longValue()));
      }
    }
    return ranges;
  }

  private static void addTensors(ValueType type, List<Boolean> defined) {
    switch (type.kind()) {
      case TENSOR -> defined.add(true);
      case UNDEFINED_TENSOR -> defined.add(false);
      default -> type.elements().forEach(element -> addTensors(element, defined));
    }
  }
}
