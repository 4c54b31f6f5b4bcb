package org.calque.values;

import java.util.Optional;

/** Floating-point numbers of which an operator accepts only some. */
final class ProbabilityRules {
  private ProbabilityRules() {}

  static void addTo(RuleTable table) {
    table.add("bernoulli multinomial", "self", use -> between(use, 0.01, 1));
    table.add("bernoulli", "p", use -> between(use, 0, 1));
    table.add("binomial", "prob", use -> between(use, 0, 1));
    table.add("quantile nanquantile", "q", use -> between(use, 0, 1));
    table.add("multilabel_margin_loss_backward", "is_target", use -> between(use, 0, 1));
    table.add(
        "binary_cross_entropy binary_cross_entropy_backward",
        "self",
        use -> between(use, 0.01, 0.99));
    table.add("poisson _standard_gamma _sample_dirichlet", "self", use -> between(use, 0.5, 1.5));
  }

  private static Optional<Demand> between(OperandUse use, double low, double high) {
    return use.isFloating() ? RuleTable.valid(new ValueRule.Uniform(low, high)) : Optional.empty();
  }
}
