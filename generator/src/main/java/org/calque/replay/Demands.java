package org.calque.replay;

import java.util.Optional;
import org.calque.trace.TraceNode;
import org.calque.values.Demand;
import org.calque.values.ValueRule;

/**
 * What all uses of a storage ask of its integers or truth values, and what the trace recorded of
 * them, made into one rule. What is about all elements together counts more than a range, a range
 * more than a default, and within what is asked for the recorded range holds.
 */
final class Demands {
  private ValueRule together;
  private boolean togetherDecidesSize;
  private ValueRule usual;
  private boolean limited;
  private boolean lookedUp;
  private boolean embedded;
  private long low;
  private long high = Long.MAX_VALUE;
  private TraceNode.Range recorded;

  /**
   * Adds what a use asks for.
   *
   * @param isEmbedding whether it looks up embeddings, of words or of positions
   */
  void add(Demand demand, boolean isEmbedding) {
    ValueRule rule = demand.rule();
    embedded |= isEmbedding;
    if (rule instanceof ValueRule.Integers integers) {
      limit(integers.low(), integers.high());
    } else if (rule instanceof ValueRule.Lookups lookups) {
      limit(lookups.low(), lookups.high());
      lookedUp = true;
    } else if (rule instanceof ValueRule.Fill && !demand.decidesSize()) {
      usual = usual == null ? rule : usual;
    } else if (together == null || (demand.decidesSize() && !togetherDecidesSize)) {
      together = rule;
      togetherDecidesSize = demand.decidesSize();
    }
  }

  private void limit(long least, long greatest) {
    limited = true;
    low = Math.max(low, least);
    high = Math.min(high, greatest);
  }

  /** Adds a recorded range of all elements, or of some. */
  void record(TraceNode.Range range, boolean isOfAll) {
    if (isOfAll) {
      recorded = range;
    } else if (recorded == null) {
      recorded = range;
    } else {
      recorded =
          new TraceNode.Range(
              Math.min(recorded.least(), range.least()),
              Math.max(recorded.greatest(), range.greatest()));
    }
  }

  /**
   * The rule; empty if nothing tells anything.
   *
   * @param lastDimension length of the last dimension
   */
  Optional<ValueRule> rule(long lastDimension) {
    if (together != null) {
      return Optional.of(withRecordedBounds());
    }
    if (recorded == null) {
      return limited ? Optional.of(between(low, high)) : Optional.ofNullable(usual);
    }
    long least = limited ? Math.max(low, recorded.least()) : recorded.least();
    long greatest = limited ? Math.min(high, recorded.greatest()) : recorded.greatest();
    if (least > greatest) {
      return Optional.of(between(low, high));
    }
    // Embeddings of as many values as there are places are those of positions.
    return Optional.of(
        embedded && least == 0 && greatest > 0 && greatest + 1 == lastDimension
            ? new ValueRule.Cycle(least, greatest)
            : between(least, greatest));
  }

  private ValueRule between(long least, long greatest) {
    if (least == greatest) {
      return new ValueRule.Fill(least);
    }
    return lookedUp
        ? new ValueRule.Lookups(least, greatest)
        : new ValueRule.Integers(least, greatest);
  }

  /** Sums and sizes stay what they are; where the values lie is as recorded. */
  private ValueRule withRecordedBounds() {
    if (recorded == null || togetherDecidesSize) {
      return together;
    } else if (together instanceof ValueRule.Cycle) {
      return new ValueRule.Cycle(recorded.least(), recorded.greatest());
    } else if (together instanceof ValueRule.Rising || together instanceof ValueRule.Offsets) {
      return new ValueRule.Rising(recorded.least(), recorded.greatest());
    }
    return together;
  }
}
