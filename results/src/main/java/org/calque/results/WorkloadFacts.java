package org.calque.results;

import java.util.List;

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
 * @param operators of the recorded step, those that take longest first; none when unknown
 * @param setup how the step is sized; null when unknown
 */
public record WorkloadFacts(
    String name,
    String traceFile,
    String traceSha256,
    Long itemsPerStep,
    String itemUnit,
    int operatorCount,
    Coverage coverage,
    List<OperatorTime> operators,
    WorkloadSetup setup) {

  /**
   * What one operator took in the recorded step.
   *
   * @param name schema name with overload, such as {@code aten::add.Tensor}
   * @param calls how often it was called
   * @param recordedNanos time of all calls in nanoseconds; 0 where the recording has no times
   */
  public record OperatorTime(String name, int calls, long recordedNanos) {}

  /** A workload has at least a name. */
  public WorkloadFacts {
    Facts.required(name, "name");
    operators = Facts.list(operators, "operators");
  }

  /** What its items are: {@code tokens} or whatever unit was recorded; {@code item} if none was. */
  public String items() {
    return itemUnit == null ? "item" : itemUnit;
  }

  /** One of its items, such as {@code token}. */
  public String item() {
    String items = items();
    return items.endsWith("s") ? items.substring(0, items.length() - 1) : items;
  }

  /** The same without what each operator took in the recording. */
  WorkloadFacts withoutTimes() {
    return new WorkloadFacts(
        name,
        traceFile,
        traceSha256,
        itemsPerStep,
        itemUnit,
        operatorCount,
        coverage,
        List.of(),
        setup);
  }

  /** Whether it is known that calls were left out. */
  public boolean partial() {
    return coverage != null && coverage.partial();
  }
}
