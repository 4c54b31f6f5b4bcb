package org.calque.values;

import java.util.Optional;
import org.calque.trace.TraceValue;

/** Counts, and values whose number of different ones counts. */
final class CountRules {
  private CountRules() {}

  static void addTo(RuleTable table) {
    table.add("bincount", "self", CountRules::ofBins);
    table.add("repeat_interleave", "repeats", CountRules::repeats);
    table.add("_unique _unique2", "self", CountRules::different);
    table.add("unique_consecutive", "self", CountRules::runs);
    table.add("div floor_divide remainder fmod", "other", CountRules::divisor);
    table.add("add", "self", CountRules::counter);
  }

  /** Beyond the least number of bins, the greatest value that occurs decides how many there are. */
  private static Optional<Demand> ofBins(OperandUse use) {
    long bins = use.result(0).size(0);
    ValueRule values = new ValueRule.Integers(0, bins - 1);
    return bins > use.integer("minlength", 0) ? RuleTable.sized(values) : RuleTable.valid(values);
  }

  private static Optional<Demand> repeats(OperandUse use) {
    long total = use.result(0).elements();
    long repeated = use.shape("self").elements();
    if (use.value("dim") instanceof TraceValue.Int dimension) {
      total = use.result(0).size(dimension.value());
      repeated = use.shape("self").size(dimension.value());
    }
    return RuleTable.sized(
        use.shape().elements() == 1 && repeated > 0
            ? new ValueRule.Fill(total / repeated)
            : new ValueRule.Shares(total));
  }

  private static Optional<Demand> different(OperandUse use) {
    return RuleTable.sized(new ValueRule.Cycle(0, use.result(0).size(0) - 1));
  }

  /** Rising whole numbers of which none is left out; fractions would all differ. */
  private static Optional<Demand> runs(OperandUse use) {
    return use.isFloating() || use.value("dim") instanceof TraceValue.Int
        ? Optional.empty()
        : RuleTable.sized(new ValueRule.Rising(0, use.result(0).size(0) - 1.0));
  }

  /** Whole numbers cannot be divided by zero. */
  private static Optional<Demand> divisor(OperandUse use) {
    return use.isFloating() ? Optional.empty() : RuleTable.valid(new ValueRule.Fill(1));
  }

  /** Whole numbers that are added to in place count something, such as batches. */
  private static Optional<Demand> counter(OperandUse use) {
    return use.isFloating() || !use.inPlace()
        ? Optional.empty()
        : RuleTable.valid(new ValueRule.Fill(0));
  }
}
