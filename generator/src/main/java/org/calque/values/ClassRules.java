package org.calque.values;

import java.util.Optional;

/** Classes that a loss compares a prediction with, or their probabilities. */
final class ClassRules {
  private ClassRules() {}

  static void addTo(RuleTable table) {
    table.add(
        "nll_loss nll_loss_nd nll_loss_forward nll_loss_backward nll_loss2d nll_loss2d_forward"
            + " nll_loss2d_backward cross_entropy_loss multi_margin_loss multi_margin_loss_backward"
            + " multilabel_margin_loss multilabel_margin_loss_forward"
            + " multilabel_margin_loss_backward",
        "target",
        ClassRules::target);
    table.add("one_hot", "self", ClassRules::ofOneHot);
    table.add("ctc_loss _ctc_loss _ctc_loss_backward", "targets", ClassRules::ofAlignment);
  }

  private static Optional<Demand> target(OperandUse use) {
    OperandUse.Shape prediction = use.shape("self");
    long classes = prediction.size(Math.min(1, prediction.rank() - 1));
    // Probabilities sum up to one on average.
    return use.isFloating()
        ? RuleTable.valid(new ValueRule.Uniform(0, 2.0 / Math.max(1, classes)))
        : RuleTable.below(classes);
  }

  /** Where the number of classes is not given, the greatest one that occurs decides it. */
  private static Optional<Demand> ofOneHot(OperandUse use) {
    ValueRule classes = new ValueRule.Integers(0, use.result(0).last() - 1);
    return use.integer("num_classes", -1) < 0 ? RuleTable.sized(classes) : RuleTable.valid(classes);
  }

  /**
   * Labels without the blank. None follows itself, so that an alignment exists, and the loss is
   * finite, whenever there are as many frames as labels.
   */
  private static Optional<Demand> ofAlignment(OperandUse use) {
    long classes = use.shape("log_probs").last();
    long blank = use.integer("blank", 0);
    return RuleTable.valid(
        blank < classes / 2
            ? new ValueRule.Cycle(blank + 1, classes - 1)
            : new ValueRule.Cycle(0, blank - 1));
  }
}
