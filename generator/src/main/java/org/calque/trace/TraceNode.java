package org.calque.trace;

import java.util.List;
import java.util.Map;

/**
 * One node: an operator call, or a label around others.
 *
 * @param id position in the order in which functions were entered
 * @param name operator or label, any text
 * @param parent id of the enclosing node; the root names itself
 * @param schema operator schema, empty for labels
 * @param inputs recorded arguments, in schema order
 * @param outputs recorded results
 * @param scope record-function scope: 0 function, 1 backward function, 7 user
 * @param thread writer's number of the thread
 * @param sequence autograd sequence number, which a backward node shares with its forward node; -1
 *     for none
 * @param ranges least and greatest value of integer tensors, where recorded, by the number of the
 *     tensor among the defined ones that the node takes, lists included
 */
public record TraceNode(
    long id,
    String name,
    long parent,
    String schema,
    List<TraceValue> inputs,
    List<TraceValue> outputs,
    int scope,
    long thread,
    long sequence,
    Map<Integer, Range> ranges) {

  /** Scope number of autograd's backward functions. */
  public static final int BACKWARD_SCOPE = 1;

  /** Least and greatest value of an integer tensor. */
  public record Range(long least, long greatest) {}

  /** Copies the collections. */
  public TraceNode {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    ranges = Map.copyOf(ranges);
  }

  /** Whether this is a call of a registered operator. */
  public boolean isOperator() {
    return !schema.isEmpty();
  }

  /** Qualified operator name with overload, such as {@code aten::add_.Tensor}. */
  public String operator() {
    int arguments = schema.indexOf('(');
    return arguments < 0 ? schema : schema.substring(0, arguments);
  }
}
