package org.calque.values;

import java.util.List;
import java.util.Optional;
import org.calque.trace.ElementType;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceValue;

/**
 * A list of indices, one for each leading dimension of the tensor that it selects from: undefined
 * ones select everything, integers select along their dimension, and a mask selects along as many
 * dimensions as it has. Indices that stand side by side give one dimension in their place, others
 * one in front.
 */
final class IndexList {
  private final OperandUse use;
  private final List<TraceValue> elements;

  private IndexList(OperandUse use) {
    this.use = use;
    elements = ((TraceValue.Sequence) use.inputs().get(use.argument())).elements();
  }

  static Optional<Demand> ofSelection(OperandUse use) {
    IndexList list = new IndexList(use);
    return isMask(use.tensor())
        ? RuleTable.sized(new ValueRule.Shares(use.result(0).size(list.lastSelected())))
        : list.ofARead();
  }

  /** How many elements a mask selects is told by the values, unless one value is for all. */
  static Optional<Demand> ofAssignment(OperandUse use) {
    IndexList list = new IndexList(use);
    if (!isMask(use.tensor())) {
      return RuleTable.below(list.length());
    }
    OperandUse.Shape values = use.shape("values");
    int behind = use.shape(0).rank() - list.dimensionsTo(list.elements.size());
    long selected = values.size(values.rank() - 1 - behind);
    return selected > 1
        ? RuleTable.valid(new ValueRule.Shares(selected))
        : RuleTable.valid(new ValueRule.Fill(1));
  }

  private Optional<Demand> ofARead() {
    return elements.size() == 1 && use.isTableLookup(0)
        ? RuleTable.row(length())
        : RuleTable.below(length());
  }

  /** How many elements there are along the dimension that the index selects along. */
  private long length() {
    return use.shape(0).size(dimensionsTo(use.element()));
  }

  /** The dimension of the result that the last dimension of the indices becomes. */
  private int lastSelected() {
    int rank = 1;
    int first = -1;
    int last = -1;
    for (int i = 0; i < elements.size(); i++) {
      if (elements.get(i) instanceof TensorReference index) {
        first = first < 0 ? i : first;
        last = i;
        rank = isMask(index) ? rank : Math.max(rank, index.sizes().length);
      }
    }
    boolean sideBySide =
        elements.subList(first, last + 1).stream().allMatch(TensorReference.class::isInstance);
    return (sideBySide ? dimensionsTo(first) : 0) + rank - 1;
  }

  /** Dimensions that the elements before {@code end} select along. */
  private int dimensionsTo(int end) {
    int dimensions = 0;
    for (TraceValue element : elements.subList(0, end)) {
      dimensions +=
          element instanceof TensorReference index && isMask(index) ? index.sizes().length : 1;
    }
    return dimensions;
  }

  private static boolean isMask(TensorReference index) {
    return index.type() == ElementType.BOOL || index.type() == ElementType.UINT8;
  }
}
