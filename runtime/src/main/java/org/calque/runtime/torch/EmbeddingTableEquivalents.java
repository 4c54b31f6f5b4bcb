package org.calque.runtime.torch;

import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.calque.runtime.Operand;
import org.calque.runtime.Slot;
import org.calque.runtime.Support;

/**
 * FBGEMM's lookups in many embedding tables at once. The tables lie one after another in one
 * tensor; where each begins and how wide it is stands in tensors whose values traces do not hold.
 * So the tensor is taken for one table whose rows are as wide as the tables are on average, and as
 * many rows are looked up, pooled into as many bags, and arranged as recorded: the bags of table
 * {@code t} are columns {@code t * width} to {@code (t + 1) * width} of the result.
 */
final class EmbeddingTableEquivalents {
  private static final String UNFOLD = "aten::unfold";
  private static final String BAGS = "aten::_embedding_bag_forward_only";
  private static final String ROWS = "aten::embedding";
  private static final String VIEW = "aten::view";
  private static final String TRANSPOSE = "aten::transpose.int";
  private static final String RESHAPE = "aten::reshape";
  private static final String SLICE = "aten::slice_copy.Tensor";
  private static final String CONVERT = "aten::to.dtype";

  private static final Support SUPPORT =
      new Support(
          Support.Kind.APPROXIMATE, BAGS + ", on one table of the average width, without a cache");

  private static final int POOLED_BY_MEAN = 1;
  private static final int NOT_POOLED = 2;
  private static final int UNKNOWN = -1;

  /** They decide what follows behind the arguments of the lookup, and nothing before the end. */
  private static final List<String> OPTIMIZERS =
      List.of(
          "sgd",
          "approx_sgd",
          "adagrad",
          "rowwise_adagrad",
          "approx_rowwise_adagrad",
          "rowwise_adagrad_with_counter",
          "rowwise_adagrad_with_weight_decay",
          "rowwise_weighted_adagrad",
          "adam",
          "partial_rowwise_adam",
          "lamb",
          "partial_rowwise_lamb",
          "lars_sgd",
          "none");

  /** Where the type of the result stands, behind the arguments of the optimizer. */
  private static final Map<String, Integer> TYPE_BEHIND = Map.of("sgd", 21, "adagrad", 26);

  /** FBGEMM's numbers of the types that it gives out, and PyTorch's. */
  private static final Map<Long, Long> TYPES = Map.of(0L, 6L, 1L, 5L, 5L, 15L);

  /**
   * Where a lookup's arguments stand.
   *
   * @param weights the tensors that may hold the tables; all but one are empty
   * @param offsets where tables begin, one for each; sizes and bags stand at fixed distances
   * @param type position of the type of the result; below 0 it is taken to be {@code float}
   */
  private record Places(List<Integer> weights, int offsets, int type) {
    int totalWidth() {
      return offsets + 2;
    }

    int indices() {
      return offsets + 6;
    }

    int bags() {
      return offsets + 7;
    }

    int pooling() {
      return offsets + 8;
    }

    int indexWeights() {
      return offsets + 9;
    }
  }

  private EmbeddingTableEquivalents() {}

  static void addTo(EquivalentTable table) {
    for (String optimizer : OPTIMIZERS) {
      String name = "fbgemm::split_embedding_codegen_lookup_" + optimizer + "_function";
      int type = TYPE_BEHIND.getOrDefault(optimizer, UNKNOWN);
      lookup(table, name, new Places(List.of(1, 2), 5, type));
      lookup(table, name + "_cpu", new Places(List.of(0), 2, UNKNOWN));
    }
    lookup(table, "fbgemm::dense_embedding_codegen_lookup_function", new Places(List.of(0), 1, 12));
    table.approximate(
        "fbgemm::bounds_check_indices",
        List.of("aten::max", "aten::sub.Scalar", "aten::zeros_like", "aten::clamp_.Tensor"),
        "by the largest table, without a look at offsets",
        EmbeddingTableEquivalents::bounded);
  }

  private static void lookup(EquivalentTable table, String name, Places places) {
    List<String> others = List.of(UNFOLD, BAGS, ROWS, VIEW, TRANSPOSE, RESHAPE, SLICE, CONVERT);
    table.add(name, new Equivalent(SUPPORT, others, true, to -> lookup(to, places)));
  }

  private static void lookup(Composition to, Places places) {
    long tables = to.sizes(places.offsets())[0];
    long totalWidth = to.given().integer(places.totalWidth(), 0);
    long width = (totalWidth + tables - 1) / tables;
    Slot table =
        to.call(UNFOLD, weights(to, places.weights()), number(0), number(width), number(width));
    Operand indices = to.at(places.indices());
    long pooling = to.given().integer(places.pooling(), 0);
    Slot found =
        pooling == NOT_POOLED
            ? to.call(ROWS, table, indices)
            : arranged(to, bags(to, places, table, pooling), places, totalWidth, tables, width);
    long type = places.type() < 0 ? 0 : to.given().integer(places.type(), 0);
    to.returns(to.call(CONVERT, found, number(TYPES.getOrDefault(type, TYPES.get(0L)))));
  }

  private static Operand weights(Composition to, List<Integer> positions) {
    return positions.stream()
        .filter(position -> elements(to.sizes(position)) > 0)
        .findFirst()
        .map(to::at)
        .orElse(to.at(positions.get(0)));
  }

  private static long elements(long[] sizes) {
    return Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
  }

  private static Slot bags(Composition to, Places places, Slot table, long pooling) {
    boolean weighted = to.given().has(places.indexWeights());
    return to.calls(
            4,
            BAGS,
            table,
            to.at(places.indices()),
            to.at(places.bags()),
            flag(false),
            // A mean of weighted rows is a sum whose weights were divided.
            number(pooling == POOLED_BY_MEAN && !weighted ? POOLED_BY_MEAN : 0),
            flag(false),
            weighted ? to.at(places.indexWeights()) : none(),
            flag(true))
        .get(0);
  }

  private static Slot arranged(
      Composition to, Slot bags, Places places, long totalWidth, long tables, long width) {
    if (tables == 1) {
      return bags;
    }
    long batch = (to.sizes(places.bags())[0] - 1) / tables;
    Slot byTable = to.call(VIEW, bags, ints(tables, batch, width));
    Slot byRow = to.call(TRANSPOSE, byTable, number(0), number(1));
    Slot rows = to.call(RESHAPE, byRow, ints(batch, tables * width));
    return tables * width == totalWidth
        ? rows
        : to.call(SLICE, rows, number(1), number(0), number(totalWidth));
  }

  /** What lies outside is moved inside; FBGEMM sets it to 0, and warns or fails if asked to. */
  private static void bounded(Composition to) {
    Slot most = to.call("aten::max", to.at(0));
    Slot last = to.call("aten::sub.Scalar", most, number(1));
    Slot first = to.call("aten::zeros_like", last);
    to.call("aten::clamp_.Tensor", to.at(1), first, last);
  }
}
