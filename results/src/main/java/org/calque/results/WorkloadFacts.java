package org.calque.results;

/**
 * A workload that a run measured.
 *
 * @param name as the workload manifest has it, unique in a run; entries refer to it
 * @param traceFile file name of the trace, without folders
 * @param traceSha256 digest of the trace file, 64 lower-case hexadecimal digits; null when unknown
 * @param itemsPerStep items that one step works on; null when unknown
 * @param itemUnit what an item is, such as {@code image} or {@code token}; null when unknown
 * @param operatorCount distinct operator schemas in the workload
 * @param coverage what the engine could bind; null when it was not established
 */
public record WorkloadFacts(
    String name,
    String traceFile,
    String traceSha256,
    Long itemsPerStep,
    String itemUnit,
    int operatorCount,
    Coverage coverage) {

  /** A workload has at least a name. */
  public WorkloadFacts {
    Facts.required(name, "name");
  }
}
