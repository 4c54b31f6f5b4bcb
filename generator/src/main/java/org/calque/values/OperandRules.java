package org.calque.values;

import java.util.Optional;

/**
 * What operators ask of the values of their operands. Each kind of operator has a class of rows;
 * operands without one take any values.
 */
public final class OperandRules {
  private static final RuleTable TABLE = new RuleTable();

  static {
    EmbeddingRules.addTo(TABLE);
    SparseFeatureRules.addTo(TABLE);
    IndexRules.addTo(TABLE);
    MaskRules.addTo(TABLE);
    ClassRules.addTo(TABLE);
    CountRules.addTo(TABLE);
    LengthRules.addTo(TABLE);
    PoolRules.addTo(TABLE);
    SortedRules.addTo(TABLE);
    ProbabilityRules.addTo(TABLE);
  }

  private OperandRules() {}

  /** What a call asks of one of its operands; empty where any values do. */
  public static Optional<Demand> of(OperandUse use) {
    return TABLE.of(use).or(() -> MaskRules.byName(use));
  }
}
