package org.calque.values;

import java.util.Optional;

/** Rows of an embedding table, and what divides them into bags. */
final class EmbeddingRules {
  private static final String BAGS = "embedding_bag _embedding_bag _embedding_bag_forward_only";
  private static final String BACKWARD =
      "_embedding_bag_backward _embedding_bag_dense_backward _embedding_bag_sparse_backward";

  private EmbeddingRules() {}

  static void addTo(RuleTable table) {
    table.add("embedding embedding_renorm " + BAGS, "indices", EmbeddingRules::rowOfTheTable);
    table.add(
        "embedding_backward embedding_dense_backward embedding_sparse_backward " + BACKWARD,
        "indices",
        EmbeddingRules::rowOfTheGradient);
    table.add(
        "_embedding_bag_backward _embedding_bag_dense_backward",
        "maximum_indices",
        EmbeddingRules::rowOfTheGradient);
    table.add(
        "_embedding_bag_per_sample_weights_backward",
        "indices",
        use -> RuleTable.row(use.shape("weight").size(0)));
    table.add(BAGS, "offsets", use -> offsets(use, use.result(0).size(0)));
    table.add(
        "_embedding_bag_backward _embedding_bag_sparse_backward"
            + " _embedding_bag_per_sample_weights_backward",
        "offsets",
        use -> offsets(use, use.shape("grad").size(0)));
    table.add(
        BACKWARD + " _embedding_bag_per_sample_weights_backward",
        "offset2bag",
        use -> RuleTable.valid(new ValueRule.Rising(0, use.shape("grad").size(0) - 1.0)));
    table.add(
        BACKWARD,
        "bag_size",
        use -> RuleTable.valid(new ValueRule.Shares(use.shape("indices").elements())));
  }

  private static Optional<Demand> rowOfTheTable(OperandUse use) {
    return RuleTable.row(use.shape(0).size(0));
  }

  private static Optional<Demand> rowOfTheGradient(OperandUse use) {
    return RuleTable.row(use.integer("num_weights", 0));
  }

  /** One offset more than there are bags is the end of the last bag. */
  private static Optional<Demand> offsets(OperandUse use, long bags) {
    long total = use.shape("indices").elements();
    return RuleTable.valid(
        use.shape().elements() > bags
            ? new ValueRule.Rising(0, total)
            : new ValueRule.Offsets(total));
  }
}
