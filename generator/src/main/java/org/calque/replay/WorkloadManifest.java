package org.calque.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/**
 * Facts about a workload that go into the jar beside its benchmarks, for everything that has to
 * know it without reading its code.
 *
 * @param format version of this format
 * @param workload name
 * @param benchmarkClass fully qualified name of the generated class
 * @param defaultSuite whether a bare run measures its whole step
 * @param source the trace
 * @param origin what the recorder measured of the original
 * @param parameters declared default of each benchmark parameter; a record without one means it
 * @param phases names of the phases, in order
 * @param operatorCalls operator calls in one step
 * @param operators calls of each operator, with the node that calls it first
 * @param memory what the tensors need
 * @param flops floating-point operations of one step, see {@link OperatorCost}
 * @param signatures distinct calls, most work first
 * @param remarks where the program differs from a plain reading of the trace
 */
public record WorkloadManifest(
    int format,
    String workload,
    String benchmarkClass,
    boolean defaultSuite,
    ExecutionTrace.Source source,
    Origin origin,
    Map<String, String> parameters,
    List<String> phases,
    int operatorCalls,
    List<OperatorCount> operators,
    MemoryEstimate memory,
    double flops,
    List<Signature> signatures,
    List<Remark> remarks) {

  /** Current version of the format. */
  public static final int FORMAT = 2;

  /**
   * Calls of one operator.
   *
   * @param operator qualified name with overload
   * @param count how many
   * @param firstNode id of the first in the trace
   * @param nanos how long they took in the recording, all together: on the device where the
   *     timeline has one, else on the host; 0 where no time is known
   */
  public record OperatorCount(String operator, int count, long firstNode, long nanos) {
    OperatorCount plus(OperatorCount later) {
      return new OperatorCount(operator, count + later.count, firstNode, nanos + later.nanos);
    }
  }

  /** Facts about a program. */
  public static WorkloadManifest of(
      ReplayProgram program,
      ExecutionTrace trace,
      Origin origin,
      String benchmarkClass,
      boolean defaultSuite) {
    OperatorSchemas schemas = new OperatorSchemas();
    Map<List<Object>, Signature> signatures = new LinkedHashMap<>();
    Map<String, OperatorCount> operators = new LinkedHashMap<>();
    RecordedTimes times = RecordedTimes.of(trace);
    double flops = 0;
    for (Step.OperatorCall call : program.calls()) {
      TraceNode node = trace.node(call.provenance().node());
      Signature signature = Signature.of(node, schemas.of(call));
      signatures.merge(
          List.of(signature.operator(), signature.operands()), signature, Signature::plus);
      flops += signature.flops();
      operators.merge(
          call.operator(),
          new OperatorCount(call.operator(), 1, node.id(), times.nanos(node.index())),
          OperatorCount::plus);
    }
    return new WorkloadManifest(
        FORMAT,
        program.workload(),
        benchmarkClass,
        defaultSuite,
        program.source(),
        origin,
        parameters(program),
        program.phases().stream().map(Phase::name).toList(),
        program.calls().size(),
        sorted(operators),
        program.memory(),
        flops,
        signatures.values().stream()
            .sorted(
                Comparator.comparingDouble((Signature s) -> -s.flops() * s.count())
                    .thenComparing(s -> -s.bytes() * s.count()))
            .toList(),
        program.remarks());
  }

  /** In the order of their names; a parameter that changes nothing for a workload is left out. */
  private static Map<String, String> parameters(ReplayProgram program) {
    Map<String, String> parameters = new TreeMap<>();
    parameters.put("allocator", "as-recorded");
    parameters.put("device", "auto");
    parameters.put("lazy", "false");
    if (program.looksRowsUp()) {
      parameters.put("lookups", "uniform");
    }
    if (program.isTimed()) {
      parameters.put("pace", "off");
    }
    parameters.put("threads", "1");
    if (program.hasUncommonFloats()) {
      parameters.put("types", "as-recorded");
    }
    parameters.put("uncovered", "refused");
    return parameters;
  }

  private static List<OperatorCount> sorted(Map<String, OperatorCount> operators) {
    List<OperatorCount> counts = new ArrayList<>(operators.values());
    counts.sort(
        Comparator.comparingInt((OperatorCount c) -> -c.count())
            .thenComparing(OperatorCount::operator));
    return counts;
  }
}
