package org.calque.trace;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/**
 * One node of a trace: an operator call, or a label around others. It is a view of the trace's
 * columns, made when asked for and equal to every other view of the same place.
 */
public final class TraceNode {
  /** Scope number of autograd's backward functions. */
  public static final int BACKWARD_SCOPE = 1;

  private final TraceColumns columns;
  private final int index;

  /** Least and greatest value of an integer tensor. */
  public record Range(long least, long greatest) {}

  TraceNode(TraceColumns columns, int index) {
    this.columns = columns;
    this.index = index;
  }

  /** Position in execution order. */
  public int index() {
    return index;
  }

  /** The writer's number; it rises in execution order, with gaps. */
  public long id() {
    return columns.ids()[index];
  }

  /** Operator or label, any text. */
  public String name() {
    return columns.symbols().text(columns.names()[index]);
  }

  /** Id of the enclosing node; a node without one names itself. */
  public long parent() {
    int parent = columns.parents()[index];
    return parent < 0 ? id() : columns.ids()[parent];
  }

  /** Operator schema, empty for labels. */
  public String schema() {
    return columns.symbols().text(columns.schemas()[index]);
  }

  /** Recorded arguments, in schema order. */
  public List<TraceValue> inputs() {
    return values(columns.starts()[index]);
  }

  /** Recorded results. */
  public List<TraceValue> outputs() {
    return values(afterValues(columns.starts()[index]));
  }

  private int afterValues(int start) {
    return start + 1 + columns.codes().get(start);
  }

  private List<TraceValue> values(int start) {
    return new Values(columns, start);
  }

  /** A node's values, looked up as they are asked for. */
  private static final class Values extends AbstractList<TraceValue> implements RandomAccess {
    private final TraceColumns columns;
    private final int start;
    private final int size;

    Values(TraceColumns columns, int start) {
      this.columns = columns;
      this.start = start;
      size = columns.codes().get(start);
    }

    @Override
    public TraceValue get(int i) {
      if (i < 0 || i >= size) {
        throw new IndexOutOfBoundsException(i);
      }
      return columns.pool().get(columns.codes().get(start + 1 + i));
    }

    @Override
    public int size() {
      return size;
    }
  }

  /** Record-function scope: 0 function, 1 backward function, 7 user. */
  public int scope() {
    return columns.scopes()[index];
  }

  /** Writer's number of the thread. */
  public long thread() {
    return columns.threads()[index];
  }

  /** Autograd sequence number, which a backward node shares with its forward node; -1 for none. */
  public long sequence() {
    return columns.sequences()[index];
  }

  /** Number that a Kineto trace has for the same call; 0 for none. */
  public long recordFunction() {
    return columns.recordFunctions()[index];
  }

  /**
   * Further attributes that are set, as the file calls them: {@code fw_parent}, {@code
   * kernel_backend}, {@code pg_name}, and whatever newer writers add.
   */
  public Map<String, TraceValue> attributes() {
    int start = afterValues(afterValues(columns.starts()[index]));
    Map<String, TraceValue> attributes = new LinkedHashMap<>();
    for (int i = 0; i < columns.codes().get(start); i++) {
      attributes.put(
          columns.symbols().text(columns.codes().get(start + 1 + 2 * i)),
          columns.pool().get(columns.codes().get(start + 2 + 2 * i)));
    }
    return attributes;
  }

  /**
   * Least and greatest value of integer tensors, where the trace has them, by the number of the
   * tensor among the defined ones that the node takes, lists included.
   */
  public Map<Integer, Range> ranges() {
    return columns.ranges().getOrDefault(index, Map.of());
  }

  /** The tensors that the node takes, lists included; {@code null} for undefined ones. */
  List<TensorReference> inputTensors() {
    List<TensorReference> tensors = new ArrayList<>();
    inputs().forEach(value -> addTensors(value, tensors));
    return tensors;
  }

  private void addTensors(TraceValue value, List<TensorReference> tensors) {
    if (value instanceof TensorReference tensor) {
      tensors.add(tensor);
    } else if (value instanceof TraceValue.Sequence sequence) {
      sequence.elements().forEach(element -> addTensors(element, tensors));
    } else if (value == columns.pool().get(ValuePool.UNDEFINED_TENSOR)) {
      tensors.add(null);
    }
  }

  /** Whether this is a call of a registered operator. */
  public boolean isOperator() {
    return !schema().isEmpty();
  }

  /** Qualified operator name with overload, such as {@code aten::add_.Tensor}. */
  public String operator() {
    String schema = schema();
    int arguments = schema.indexOf('(');
    return arguments < 0 ? schema : schema.substring(0, arguments);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof TraceNode that && columns == that.columns && index == that.index;
  }

  @Override
  public int hashCode() {
    return index;
  }

  @Override
  public String toString() {
    return "node " + id() + " (" + name() + ")";
  }
}
