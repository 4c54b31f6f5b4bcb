package org.calque.values;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * FBGEMM's lookups in many embedding tables at once, and its work on lengths and segments. A trace
 * tells how large all tables are together; they are taken for one table whose rows are as wide as
 * the tables are on average, as the runtime takes them.
 */
final class SparseFeatureRules {
  private SparseFeatureRules() {}

  static void addTo(RuleTable table) {
    for (String optimizer :
        ("sgd approx_sgd adagrad rowwise_adagrad approx_rowwise_adagrad"
                + " rowwise_adagrad_with_counter rowwise_adagrad_with_weight_decay"
                + " rowwise_weighted_adagrad adam partial_rowwise_adam lamb partial_rowwise_lamb"
                + " lars_sgd none")
            .split(" ")) {
      String lookup = "split_embedding_codegen_lookup_" + optimizer + "_function";
      addLookup(table, lookup + " " + lookup + "_cpu");
    }
    addLookup(table, "dense_embedding_codegen_lookup_function");
    table.add("bounds_check_indices", "offsets", SparseFeatureRules::bags);
    // No table is too small for an index that a lookup asks for.
    table.add(
        "bounds_check_indices",
        "rows_per_table",
        use -> RuleTable.valid(new ValueRule.Fill(Integer.MAX_VALUE)));
    String permutations = "permute_1D_sparse_data permute_2D_sparse_data permute_sparse_data";
    table.add(
        permutations,
        "permute",
        use -> RuleTable.sized(new ValueRule.Cycle(0, use.shape("lengths").size(0) - 1)));
    table.add(
        permutations,
        "lengths",
        use -> RuleTable.sized(new ValueRule.Shares(use.shape("values").elements())));
    table.add(
        "jagged_to_padded_dense jagged_to_padded_dense_forward jagged_2d_to_dense",
        "offsets",
        use -> RuleTable.valid(new ValueRule.Rising(0, use.shape("values").size(0))));
    table.add(
        "dense_to_jagged_forward jagged_to_padded_dense_backward",
        "offsets x_offsets",
        use -> RuleTable.sized(new ValueRule.Rising(0, use.result(0).size(0))));
  }

  private static void addLookup(RuleTable table, String operators) {
    table.add(operators, "indices", SparseFeatureRules::rowOfAllTables);
    table.add(operators, "offsets", SparseFeatureRules::bags);
  }

  private static Optional<Demand> rowOfAllTables(OperandUse use) {
    long tables = use.shape("weights_offsets").elements();
    if (tables == 0) {
      return Optional.empty();
    }
    long width = (use.integer("total_D", 0) + tables - 1) / tables;
    long weights =
        Stream.of("dev_weights", "uvm_weights", "host_weights")
            .mapToLong(name -> use.shape(name).elements())
            .max()
            .orElse(0);
    return width == 0 ? Optional.empty() : RuleTable.row(weights / width);
  }

  private static Optional<Demand> bags(OperandUse use) {
    return RuleTable.valid(new ValueRule.Rising(0, use.shape("indices").elements()));
  }
}
