package org.calque.values;

import java.util.Optional;

/** Lengths of sequences, and the sizes of the batches that they give step by step. */
final class LengthRules {
  private LengthRules() {}

  static void addTo(RuleTable table) {
    table.add("_pack_padded_sequence", "lengths", LengthRules::packed);
    table.add("_pad_packed_sequence", "batch_sizes", LengthRules::padded);
    table.add("_pack_padded_sequence_backward", "batch_sizes", LengthRules::packedBackward);
    table.add("lstm gru rnn_tanh rnn_relu", "batch_sizes", LengthRules::recurrent);
    table.add("ctc_loss", "input_lengths", LengthRules::frames);
    table.add("ctc_loss", "target_lengths", LengthRules::labels);
    table.add(
        "segment_reduce",
        "lengths",
        use ->
            RuleTable.valid(new ValueRule.Shares(use.shape("data").size(use.integer("axis", 0)))));
  }

  private static Optional<Demand> packed(OperandUse use) {
    return RuleTable.sized(new ValueRule.Lengths(use.result(1).size(0), use.result(0).size(0)));
  }

  private static Optional<Demand> padded(OperandUse use) {
    long batch = use.result(0).size(use.flag("batch_first") ? 0 : 1);
    return RuleTable.valid(new ValueRule.Lengths(batch, use.shape("data").size(0)));
  }

  private static Optional<Demand> packedBackward(OperandUse use) {
    OperandUse.Shape input = new OperandUse.Shape(use.integers("input_size"));
    return RuleTable.valid(
        new ValueRule.Lengths(
            input.size(use.flag("batch_first") ? 0 : 1), use.shape("grad").size(0)));
  }

  private static Optional<Demand> recurrent(OperandUse use) {
    return RuleTable.valid(
        new ValueRule.Lengths(use.shape("hx").size(1), use.shape("data").size(0)));
  }

  private static Optional<Demand> frames(OperandUse use) {
    return RuleTable.valid(new ValueRule.Fill(use.shape("log_probs").size(0)));
  }

  /** Labels stand in one row for each sample, or all in one behind each other. */
  private static Optional<Demand> labels(OperandUse use) {
    OperandUse.Shape targets = use.shape("targets");
    return RuleTable.valid(
        targets.rank() > 1
            ? new ValueRule.Fill(targets.last())
            : new ValueRule.Shares(targets.elements()));
  }
}
