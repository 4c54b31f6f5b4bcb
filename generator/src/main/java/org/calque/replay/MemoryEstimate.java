package org.calque.replay;

import com.carrotsearch.hppc.LongArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How much memory the tensors of a step need, in bytes. Kernels may need more for themselves.
 *
 * @param materialized of what exists before the step
 * @param largest the largest piece of it
 * @param peak where the step needs most
 */
public record MemoryEstimate(long materialized, Piece largest, Peak peak) {

  /**
   * One storage.
   *
   * @param role operator and argument that first use it; empty if there is none
   */
  public record Piece(long bytes, String role) {}

  /**
   * The operator during which most memory is alive.
   *
   * @param node id of its node
   * @param operator its name
   * @param earlier bytes that operators before it made and that are still needed
   * @param own bytes of its results and of what it needs while it runs
   */
  public record Peak(long node, String operator, long earlier, long own) {}

  /** Bytes at the peak, what exists before the step included. */
  public long total() {
    return materialized + peak.earlier() + peak.own();
  }

  /**
   * Estimates a step.
   *
   * @param made bytes that each step has at most of its own
   */
  static MemoryEstimate of(
      List<Storage> storages, List<Step> steps, LiveMemory live, LongArrayList made) {
    int peak = 0;
    for (int i = 1; i < steps.size(); i++) {
      if (live.before(i) + made.get(i) > live.before(peak) + made.get(peak)) {
        peak = i;
      }
    }
    Step step = steps.get(peak);
    return new MemoryEstimate(
        storages.stream().mapToLong(Storage::bytes).sum(),
        storages.stream()
            .max(Comparator.comparingLong(Storage::bytes))
            .map(storage -> new Piece(storage.bytes(), storage.role()))
            .orElse(new Piece(0, "")),
        new Peak(
            step.provenance().node(),
            step instanceof Step.OperatorCall call ? call.operator() : "",
            live.before(peak),
            made.get(peak)));
  }
}
