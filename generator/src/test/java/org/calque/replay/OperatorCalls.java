package org.calque.replay;

import java.util.List;
import org.calque.trace.ExecutionTrace;

/** What a trace's program calls, without the ids of nodes. */
public final class OperatorCalls {
  private OperatorCalls() {}

  /** Operators with operands and results, in order. */
  public static List<List<Object>> of(ExecutionTrace trace) {
    return ProgramBuilder.build("workload", trace).calls().stream()
        .map(call -> List.<Object>of(call.schema(), call.operands(), call.results()))
        .toList();
  }
}
