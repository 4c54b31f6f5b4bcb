package org.calque.runtime.torch;

import java.util.Map;
import java.util.Optional;

/**
 * Operators that exist for one device, one vendor's library or another version of PyTorch, and what
 * does their work on the CPU. Each kind has a class of rows. Positions are those of the operators'
 * schemas in LibTorch 2.13, or in the last version that had them; a value that only a vendor's
 * library needs between a forward and a backward pass, such as cuDNN's reserve, is not made and not
 * asked for.
 */
final class Equivalents {
  private static final EquivalentTable TABLE = new EquivalentTable();

  static {
    ConvolutionEquivalents.addTo(TABLE);
    NormEquivalents.addTo(TABLE);
    AttentionEquivalents.addTo(TABLE);
    RecurrentEquivalents.addTo(TABLE);
    ElementEquivalents.addTo(TABLE);
    HalfPrecisionEquivalents.addTo(TABLE);
    MemoryEquivalents.addTo(TABLE);
    Upgrades.addTo(TABLE);
    EmbeddingTableEquivalents.addTo(TABLE);
    SparseDataEquivalents.addTo(TABLE);
  }

  private Equivalents() {}

  /** What does an operator's work, if anything does. */
  static Optional<Equivalent> of(String operator) {
    return TABLE.of(operator);
  }

  /** All rows by the recorded operator, for tests. */
  static Map<String, Equivalent> all() {
    return TABLE.rows();
  }
}
