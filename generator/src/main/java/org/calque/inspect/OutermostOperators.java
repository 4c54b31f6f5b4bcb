package org.calque.inspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/**
 * The operator calls that a report counts: those that no other operator encloses, without the
 * loading of data and without the profiler's own marks. They are those of the whole recording, of
 * which a replay takes one step.
 *
 * @param nodes in execution order
 * @param owners for each node of the trace, the place of the outermost operator that it is or lies
 *     in; {@link #NONE}, or {@link #LOADING} where data is loaded
 * @param ignored operators that are no work of the model, with their counts
 * @param dataLoader operators that load data, with their counts
 */
record OutermostOperators(
    List<TraceNode> nodes,
    int[] owners,
    Map<String, Integer> ignored,
    Map<String, Integer> dataLoader) {
  static final int NONE = -1;
  static final int LOADING = -2;

  /** Inside an operator that is counted as left out. */
  private static final int LEFT_OUT = -3;

  private static final String DATA_LOADER = "DataLoader";
  private static final String PROFILER = "profiler::";

  static OutermostOperators of(ExecutionTrace trace) {
    OutermostOperators operators =
        new OutermostOperators(
            new ArrayList<>(), new int[trace.size()], new TreeMap<>(), new TreeMap<>());
    for (TraceNode node : trace.nodes()) {
      int parent = trace.parentIndex(node.index());
      int around = parent < 0 ? NONE : operators.owners[parent];
      operators.owners[node.index()] =
          around >= 0 || around == LEFT_OUT ? around : operators.owner(node, around);
    }
    Arrays.setAll(operators.owners, i -> Math.max(operators.owners[i], LOADING));
    return operators;
  }

  private int owner(TraceNode node, int around) {
    if (!node.isOperator()) {
      return node.name().contains(DATA_LOADER) ? LOADING : around;
    }
    if (node.schema().startsWith(PROFILER)) {
      ignored.merge(node.operator(), 1, Integer::sum);
      return LEFT_OUT;
    }
    if (around == LOADING) {
      dataLoader.merge(node.operator(), 1, Integer::sum);
      return LEFT_OUT;
    }
    nodes.add(node);
    return node.index();
  }
}
