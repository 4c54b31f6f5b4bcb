package org.calque.values;

import java.util.Arrays;

/** Where in its window a pooling found the greatest element. */
final class PoolRules {
  private PoolRules() {}

  static void addTo(RuleTable table) {
    table.add(
        "max_pool2d_with_indices_backward adaptive_max_pool2d_backward"
            + " fractional_max_pool2d_backward",
        "indices",
        use -> RuleTable.below(use.shape("self").product(2)));
    table.add(
        "max_pool3d_with_indices_backward adaptive_max_pool3d_backward"
            + " fractional_max_pool3d_backward",
        "indices",
        use -> RuleTable.below(use.shape("self").product(3)));
    table.add(
        "max_unpool2d max_unpool3d",
        "indices",
        use ->
            RuleTable.below(Arrays.stream(use.integers("output_size")).reduce(1, (a, b) -> a * b)));
  }
}
