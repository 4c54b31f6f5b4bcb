package org.calque.launcher;

import java.util.List;
import java.util.Map;

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
 * @param materializedBytes memory that exists before the step
 * @param largestStorage the largest piece of it
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
    long materializedBytes,
    LargestStorage largestStorage) {

  /** The trace: file name, SHA-256, schema version. */
  record Source(String file, String digest, String schema) {}

  /** Items that one step processes, and what they are; {@code null} where unknown. */
  record Origin(Long itemsPerStep, String itemUnit) {}

  /** Calls of one operator, with the trace's node that calls it first. */
  record OperatorCount(String operator, int count, long firstNode) {}

  /** A storage with the operator and argument that first use it. */
  record LargestStorage(long bytes, String role) {}

  /** Regular expression of the benchmark of the whole step. */
  String stepPattern() {
    return "^" + benchmarkClass.replace(".", "\\.") + "\\.step$";
  }
}
