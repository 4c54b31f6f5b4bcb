package org.calque.runtime.torch;

import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.number;

import java.util.List;
import org.calque.runtime.Operand;
import org.calque.runtime.Slot;

/** FBGEMM's work on sparse features: lengths, offsets, and values that lie in segments. */
final class SparseDataEquivalents {
  private static final String PAD = "aten::constant_pad_nd";
  private static final String RUNNING_SUM = "aten::cumsum_";
  private static final String PADDED = "aten::_jagged_to_padded_dense_forward";
  private static final String SELECT = "aten::index_select";

  private SparseDataEquivalents() {}

  static void addTo(EquivalentTable table) {
    sums(table, "fbgemm::asynchronous_complete_cumsum", 1, 0);
    sums(table, "fbgemm::asynchronous_exclusive_cumsum", 1, -1);
    sums(table, "fbgemm::asynchronous_inclusive_cumsum", 0, 0);
    table.exact(
        "fbgemm::permute_1D_sparse_data",
        List.of(SELECT, "aten::repeat_interleave.self_Tensor", "aten::cumsum"),
        to -> permuted(to, to.at(1)));
    table.exact(
        "fbgemm::permute_2D_sparse_data fbgemm::permute_sparse_data",
        List.of(SELECT, "aten::repeat_interleave.self_Tensor", "aten::cumsum"),
        to -> permuted(to, to.call("aten::sum.dim_IntList", to.at(1), ints(1))));
    // Rows that lie behind each other, and the same with padding in a dense tensor.
    table.exact(
        "fbgemm::jagged_to_padded_dense fbgemm::jagged_to_padded_dense_forward",
        PADDED,
        1,
        given -> given.pick(0, 1, 2, 3));
    table.exact(
        "fbgemm::jagged_2d_to_dense",
        PADDED,
        1,
        given ->
            given.pick(
                List.of(0), Operand.tensors(given.at(1)), Operand.ints(given.integer(2, 0))));
    table.exact(
        "fbgemm::dense_to_jagged_forward fbgemm::jagged_to_padded_dense_backward",
        "aten::_padded_dense_to_jagged_forward",
        1,
        given -> given.pick(0, 1, 2));
  }

  /** Of the type of what is summed up, with zeros before it or without what is behind. */
  private static void sums(EquivalentTable table, String name, long before, long behind) {
    table.exact(
        name,
        List.of(PAD, RUNNING_SUM),
        to -> {
          Slot padded = to.call(PAD, to.at(0), ints(before, behind));
          to.returns(to.call(RUNNING_SUM, padded, number(-1)));
        });
  }

  /**
   * Segments of values in another order. A value moves as far as its segment does, so its old place
   * is its new one plus the difference of the two places where the segment begins.
   *
   * @param segments how many values each has
   */
  private static void permuted(Composition to, Operand segments) {
    Operand order = to.at(0);
    Slot lengths = to.call(SELECT, to.at(1), number(0), order);
    Slot from = begins(to, segments);
    Slot moved = to.call(SELECT, segments, number(0), order);
    Slot distances =
        to.call("aten::sub.Tensor", to.call(SELECT, from, number(0), order), begins(to, moved));
    Slot each = to.call("aten::repeat_interleave.self_Tensor", distances, moved);
    Slot ones = to.call("aten::ones_like", each);
    Slot places = to.call("aten::cumsum", ones, number(0));
    // Counted from 1.
    Slot old = to.call("aten::add_.Tensor", each, to.call("aten::sub_.Scalar", places, number(1)));
    Slot values = to.call(SELECT, to.at(2), number(0), old);
    if (to.given().has(3)) {
      to.returns(lengths, values, to.call(SELECT, to.at(3), number(0), old));
    } else {
      to.returns(lengths, values);
    }
  }

  private static Slot begins(Composition to, Operand lengths) {
    Slot ends = to.call("aten::cumsum", lengths, number(0));
    return to.call("aten::sub_.Tensor", ends, lengths);
  }
}
