package org.calque.verify;

import org.calque.replay.OperatorSchema;
import org.calque.trace.TraceNode;

/**
 * A place at which a recorded call takes or returns a value.
 *
 * @param node the call
 * @param result whether it is returned
 * @param position number of the argument or result, from 0
 * @param element position in lists, such as {@code [3]}; empty for the value itself
 */
record Argument(TraceNode node, boolean result, int position, String element) {

  /** An element of the list at this place. */
  Argument element(int index) {
    return new Argument(node, result, position, element + "[" + index + "]");
  }

  /** Operator and argument, such as {@code aten::embedding indices}. */
  String role() {
    return node.operator() + " " + OperatorSchema.parse(node.schema()).argumentName(position);
  }

  /** Its name in the schema, or the number of the result. */
  String name() {
    String name =
        result ? "result " + position : OperatorSchema.parse(node.schema()).argumentName(position);
    return (name.isEmpty() ? "argument " + position : name) + element;
  }

  @Override
  public String toString() {
    return name() + " of node " + node.id() + " " + node.operator();
  }
}
