package org.calque.replay;

import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;

/**
 * Collectives and messages between processes, as PyTorch records them: an operator of {@code c10d}
 * with a node named {@code record_param_comms} inside, or such a node alone where Python waits.
 */
public final class Communication {
  private static final String NODE = "record_param_comms";
  private static final String OPERATORS = "c10d::";

  private Communication() {}

  /** Whether a node describes one collective or message. */
  public static boolean isRecord(TraceNode node) {
    return node.name().equals(NODE);
  }

  /** Whether a node is an operator that communicates. */
  static boolean isOperator(TraceNode node) {
    return node.schema().startsWith(OPERATORS);
  }

  /**
   * What a communicating node does, such as {@code allreduce} or {@code wait}.
   *
   * <p>Which inputs a record has differs from version to version; its name is the first string
   * among them in all. Names of process groups are strings, too, but stand in a tuple.
   */
  static String collective(TraceNode node) {
    return node.inputs().stream()
        .filter(TraceValue.Text.class::isInstance)
        .map(input -> ((TraceValue.Text) input).value())
        .findFirst()
        .orElse(isOperator(node) ? node.operator() : node.name());
  }
}
