package org.calque.launcher;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.calque.results.WorkloadSetup;

/**
 * What the launcher needs of a packed workload manifest.
 *
 * @param workload name
 * @param benchmarkClass fully qualified name of the generated class
 * @param defaultSuite whether a bare run measures its whole step
 * @param source the trace
 * @param origin what the recorder measured of the original
 * @param parameters declared default of each benchmark parameter
 * @param phases names of the phases, in order
 * @param operatorCalls operator calls in one step
 * @param operators calls of each operator
 * @param memory what the tensors need
 * @param remarks where the program differs from a plain reading of the trace
 */
record Manifest(
    String workload,
    String benchmarkClass,
    boolean defaultSuite,
    Source source,
    Origin origin,
    Map<String, String> parameters,
    List<String> phases,
    int operatorCalls,
    List<OperatorCount> operators,
    Memory memory,
    List<Remark> remarks) {
  /** Kinds of remarks about work that is not of the replayed step. */
  private static final Set<String> OF_OTHER_STEPS = Set.of("other-step", "outside-steps");

  /** The trace: file name, SHA-256, schema version. */
  record Source(String file, String digest, String schema) {}

  /**
   * What is known of the original; {@code null} where nothing is.
   *
   * @param torchVersion PyTorch that recorded
   * @param itemsPerStep items that one step processes
   * @param itemUnit what they are
   * @param medianStepSeconds time of a step
   * @param cpuModel processor that it ran on
   * @param cost what a step cost the machine
   * @param batchSize samples of one step
   * @param setup how the step is sized
   */
  record Origin(
      String torchVersion,
      Long batchSize,
      Long itemsPerStep,
      String itemUnit,
      Double medianStepSeconds,
      String cpuModel,
      StepCost cost,
      Setup setup) {}

  /** How the step is sized, see {@code org.calque.replay.Origin}; {@code null} where unknown. */
  record Setup(
      String series,
      Long microBatchSize,
      Long accumulationSteps,
      Long sequenceLength,
      Long parameters,
      Double flopsPerItem,
      String flopsFormula,
      String precision,
      WorkloadSetup.Caraml caraml) {}

  /**
   * Calls of one operator, with the trace's node that calls it first, and how long they took in the
   * recording; 0 where it has no times.
   */
  record OperatorCount(String operator, int count, long firstNode, long nanos) {}

  /** Bytes that exist before the step, the largest piece of them, and where most are needed. */
  record Memory(long materialized, Piece largest, Peak peak) {
    /** Bytes at the peak, what exists before the step included. */
    long total() {
      return materialized + peak.earlier() + peak.own();
    }
  }

  /** A storage with the operator and argument that first use it. */
  record Piece(long bytes, String role) {}

  /** The operator with the most memory: what those before it left, and what it needs itself. */
  record Peak(long node, String operator, long earlier, long own) {}

  /** A difference from a plain reading of the trace: what kind, in what, how often, how long. */
  record Remark(String kind, String subject, int count, long nanos) {}

  /** Simple name of the generated class, which files in the jar are named after. */
  String simpleName() {
    return benchmarkClass.substring(benchmarkClass.lastIndexOf('.') + 1);
  }

  /**
   * Operators with arguments that take a prepared tensor in place of one that the step computes.
   */
  Set<String> prepared() {
    return remarks.stream()
        .filter(remark -> remark.kind().equals("value-pinned"))
        .map(Remark::subject)
        .collect(Collectors.toSet());
  }

  /** How many operators of the recording are not of the replayed step. */
  int leftOut() {
    return remarks.stream()
        .filter(remark -> OF_OTHER_STEPS.contains(remark.kind()))
        .mapToInt(Remark::count)
        .sum();
  }

  /** Kernels that no operator schema describes. */
  List<Remark> withoutSchema() {
    return remarks("without-schema");
  }

  /** Kinds of communication between processes. */
  List<Remark> communications() {
    return remarks("communication");
  }

  /** Communication between processes, with the counts of its kinds. */
  Map<String, Integer> communication() {
    return communications().stream().collect(Collectors.toMap(Remark::subject, Remark::count));
  }

  private List<Remark> remarks(String kind) {
    return remarks.stream().filter(remark -> remark.kind().equals(kind)).toList();
  }

  /** Whether it is one of a series of batch sizes. */
  boolean inSeries() {
    return origin.setup() != null && origin.setup().series() != null && origin.batchSize() != null;
  }

  /**
   * What benchmarks of one series that differ in the batch alone have in common. A parameter that
   * only some of them take, as only some recordings have times, has its default in the others.
   *
   * @param params of the benchmark
   */
  String ladder(Map<String, String> params) {
    Map<String, String> chosen = new TreeMap<>(params);
    chosen.entrySet().removeIf(p -> p.getValue().equals(parameters.get(p.getKey())));
    return origin.setup().series() + " x" + origin.setup().accumulationSteps() + " " + chosen;
  }

  /** Regular expression of the benchmark of the whole step. */
  String stepPattern() {
    return "^" + benchmarkClass.replace(".", "\\.") + "\\.step$";
  }
}
