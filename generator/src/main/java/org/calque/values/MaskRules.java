package org.calque.values;

import java.util.Optional;
import org.calque.trace.TraceValue;

/** Truth values that let elements pass or not, and those that decide how many there are. */
final class MaskRules {
  private static final ValueRule NONE = new ValueRule.Fill(0);
  private static final ValueRule ALL = new ValueRule.Fill(1);

  private MaskRules() {}

  static void addTo(RuleTable table) {
    table.add("nonzero argwhere nonzero_numpy", "self", MaskRules::selected);
    table.add("where", "condition", MaskRules::condition);
    table.add("masked_select", "mask", MaskRules::ofMaskedSelect);
    table.add("masked_scatter", "mask", MaskRules::ofMaskedScatter);
    // True means that it is left out.
    table.add(
        "masked_fill _masked_softmax _native_multi_head_attention _transformer_encoder_layer_fwd",
        "mask",
        use -> RuleTable.valid(NONE));
  }

  /**
   * Whatever else an operator calls a mask: true lets pass, and numbers are added to what they
   * mask.
   */
  static Optional<Demand> byName(OperandUse use) {
    return use.name().contains("mask") || use.name().equals("attn_bias")
        ? RuleTable.valid(use.isFloating() ? NONE : ALL)
        : Optional.empty();
  }

  private static Optional<Demand> selected(OperandUse use) {
    return RuleTable.sized(new ValueRule.Shares(use.result(0).size(0)));
  }

  /** With a condition alone it says where that is true; else it chooses, but never infinity. */
  private static Optional<Demand> condition(OperandUse use) {
    if (use.names().size() == 1) {
      return selected(use);
    }
    boolean infinite =
        use.value("self") instanceof TraceValue.Real number && Double.isInfinite(number.value());
    return RuleTable.valid(infinite ? NONE : ALL);
  }

  /** A mask may be repeated along dimensions that it does not have. */
  private static Optional<Demand> ofMaskedSelect(OperandUse use) {
    OperandUse.Shape self = use.shape("self");
    OperandUse.Shape mask = use.shape();
    long elements = 1;
    for (int i = 1; i <= Math.max(self.rank(), mask.rank()); i++) {
      elements *=
          Math.max(i > self.rank() ? 1 : self.size(-i), i > mask.rank() ? 1 : mask.size(-i));
    }
    long repeats = elements / Math.max(1, mask.elements());
    return RuleTable.sized(new ValueRule.Shares(use.result(0).elements() / Math.max(1, repeats)));
  }

  /** Not more may be true than the source has elements. */
  private static Optional<Demand> ofMaskedScatter(OperandUse use) {
    return RuleTable.valid(
        new ValueRule.Shares(Math.min(use.shape("source").elements(), use.shape().elements())));
  }
}
