package org.calque.values;

import java.util.Arrays;
import java.util.Optional;

/** Places along a dimension, or among all elements, of a tensor. */
final class IndexRules {
  private IndexRules() {}

  static void addTo(RuleTable table) {
    table.add(
        "scatter scatter_add scatter_reduce index_add index_copy index_fill index_reduce",
        "index",
        use -> RuleTable.below(length(use)));
    table.add("gather index_select", "index", IndexRules::ofARead);
    table.add("take_along_dim", "indices", IndexRules::alongADimensionOrAnywhere);
    table.add("take put", "index", use -> RuleTable.below(use.shape(0).elements()));
    table.add("index_select_backward", "index", use -> alongARecordedDimension(use, "self_sizes"));
    table.add(
        "value_selecting_reduction_backward",
        "indices",
        use -> alongARecordedDimension(use, "sizes"));
    table.add("sparse_coo_tensor _sparse_coo_tensor_unsafe", "indices", IndexRules::coordinates);
    table.add("index _unsafe_index", "indices", IndexList::ofSelection);
    table.add("index_put _index_put_impl _unsafe_index_put", "indices", IndexList::ofAssignment);
  }

  private static Optional<Demand> ofARead(OperandUse use) {
    return use.isTableLookup(use.integer("dim", 0))
        ? RuleTable.row(length(use))
        : RuleTable.below(length(use));
  }

  /** How many elements the first operand has along the dimension; a scalar has one along any. */
  private static long length(OperandUse use) {
    OperandUse.Shape self = use.shape(0);
    return self.rank() == 0 ? 1 : self.size(use.integer("dim", 0));
  }

  private static Optional<Demand> alongADimensionOrAnywhere(OperandUse use) {
    long nowhere = Long.MIN_VALUE;
    long dimension = use.integer("dim", nowhere);
    return RuleTable.below(
        dimension == nowhere ? use.shape(0).elements() : use.shape(0).size(dimension));
  }

  private static Optional<Demand> alongARecordedDimension(OperandUse use, String sizes) {
    return RuleTable.below(new OperandUse.Shape(use.integers(sizes)).size(use.integer("dim", 0)));
  }

  /** Coordinates of all dimensions stand in one tensor, so the shortest dimension limits them. */
  private static Optional<Demand> coordinates(OperandUse use) {
    return RuleTable.below(Arrays.stream(use.integers("size")).min().orElse(0));
  }
}
