package org.calque.values;

import java.util.Optional;

/** Boundaries that have to rise, and the order of what does not. */
final class SortedRules {
  private SortedRules() {}

  static void addTo(RuleTable table) {
    table.add("bucketize", "boundaries", SortedRules::boundaries);
    table.add("searchsorted", "sorted_sequence", SortedRules::boundaries);
    table.add("histogram histogramdd", "bins", SortedRules::boundaries);
    table.add(
        "searchsorted",
        "sorter",
        use -> RuleTable.valid(new ValueRule.Cycle(0, use.shape().last() - 1)));
  }

  private static Optional<Demand> boundaries(OperandUse use) {
    return RuleTable.valid(
        use.isFloating()
            ? new ValueRule.Rising(-1, 1)
            : new ValueRule.Rising(0, use.shape().elements() - 1.0));
  }
}
