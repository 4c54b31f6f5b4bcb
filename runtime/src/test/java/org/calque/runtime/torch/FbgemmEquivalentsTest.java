package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.last;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.calque.runtime.Operand.tensors;
import static org.calque.runtime.Operand.written;
import static org.calque.runtime.Result.dropped;

import java.util.ArrayList;
import java.util.List;
import org.calque.runtime.Call;
import org.calque.runtime.DataType;
import org.calque.runtime.Layout;
import org.calque.runtime.Operand;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** FBGEMM's operators, as they are defined, on tables of equal width. */
class FbgemmEquivalentsTest {
  private static final String SPLIT = "fbgemm::split_embedding_codegen_lookup_sgd_function";
  private static final String DENSE = "fbgemm::dense_embedding_codegen_lookup_function";

  private final TestFrame frame = new TestFrame();

  @AfterEach
  void close() {
    frame.close();
  }

  private int longs(Long... values) {
    return frame.values(DataType.INT64, List.of(values), values.length);
  }

  private int nothing() {
    return frame.filled(0, 0);
  }

  /** Two tables of width 2 with six rows together, and bags of 1, 2, 0 and 1 rows. */
  private final int weights = frame.range(12);

  private final int indices = longs(3L, 0L, 5L, 1L);
  private final int offsets = longs(0L, 1L, 3L, 3L, 4L);
  private final int begins = longs(0L, 6L);
  private final int widths = longs(0L, 2L, 4L);

  private List<Operand> split(int dev, int uvm, long totalWidth, long pooling, Operand rest) {
    int absent = nothing();
    return new ArrayList<>(
        List.of(
            slot(absent),
            slot(dev),
            slot(uvm),
            slot(absent),
            slot(absent),
            slot(begins),
            slot(widths),
            number(totalWidth),
            number(2),
            slot(widths),
            number(3),
            slot(indices),
            slot(offsets),
            number(pooling),
            rest,
            none(),
            slot(absent),
            flag(false),
            number(1.0),
            flag(false),
            number(0.1),
            number(0)));
  }

  private double[] looked(List<Operand> operands) {
    return frame.call(SPLIT, operands.toArray(Operand[]::new));
  }

  @Test
  void eachTableHasItsColumnsAndEachBagItsRow() {
    double[] table = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    // First bag of the first table, first of the second; second of the first, of the second.
    double[] expected = {
      table[6], table[7], 0, 0, table[0] + table[10], table[1] + table[11], table[2], table[3]
    };

    assertThat(looked(split(weights, nothing(), 4, 0, none()))).containsExactly(expected);
    assertThat(looked(split(nothing(), weights, 4, 0, none())))
        .as("in unified memory")
        .containsExactly(expected);
    assertThat(
            frame.call(
                DENSE,
                slot(weights),
                slot(begins),
                slot(widths),
                number(4),
                number(2),
                slot(widths),
                number(3),
                slot(indices),
                slot(offsets),
                number(0),
                none(),
                none(),
                number(0)))
        .containsExactly(expected);
  }

  /**
   * What follows the weights differs with the optimizer, and no lookup needs it but for its type.
   */
  @Test
  void everyOptimizersLookupIsTheSame() {
    List<String> names =
        Equivalents.all().keySet().stream()
            .filter(name -> name.startsWith("fbgemm::split_embedding_codegen_lookup_"))
            .toList();
    assertThat(names).hasSizeGreaterThan(20);
    for (String name : names) {
      List<Operand> operands = split(weights, nothing(), 4, 0, none());
      if (name.endsWith("_cpu")) {
        // One tensor of weights, and no memory beside the device's.
        operands = new ArrayList<>(operands.subList(1, operands.size()));
        operands.subList(1, 3).clear();
      }
      assertThat(frame.call(name, operands.subList(0, 14).toArray(Operand[]::new)))
          .as(name)
          .containsExactly(6, 7, 0, 0, 10, 12, 2, 3);
    }
  }

  @Test
  void bagsMayBeMeansOrWeightedSumsAndRowsMayStayAlone() {
    assertThat(looked(split(weights, nothing(), 4, 1, none())))
        .containsExactly(6, 7, 0, 0, 5, 6, 2, 3);
    int weighted = frame.values(DataType.FLOAT32, List.of(1, 2, 0, 3), 4);
    assertThat(looked(split(weights, nothing(), 4, 0, slot(weighted))))
        .containsExactly(6, 7, 0, 0, 0, 2, 6, 9);
    assertThat(looked(split(weights, nothing(), 4, 2, none())))
        .containsExactly(6, 7, 0, 1, 10, 11, 2, 3);
  }

  @Test
  void aWidthThatTablesCannotShareIsCutToTheRecordedOne() {
    assertThat(looked(split(weights, nothing(), 3, 0, none()))).containsExactly(6, 7, 0, 10, 12, 2);
  }

  @Test
  void runningSumsKeepTheTypeOfTheirParts() {
    int lengths = frame.values(DataType.INT32, List.of(2, 0, 3), 3);
    int sums = frame.calls(1, "fbgemm::asynchronous_complete_cumsum", slot(lengths))[0];

    assertThat(frame.read(sums)).containsExactly(0, 2, 2, 5);
    assertThat(frame.describe(sums).type()).isEqualTo(DataType.INT32);
    assertThat(frame.call("fbgemm::asynchronous_exclusive_cumsum", slot(lengths)))
        .containsExactly(0, 2, 2);
    assertThat(frame.call("fbgemm::asynchronous_inclusive_cumsum", slot(lengths)))
        .containsExactly(2, 2, 5);
    assertThat(frame.read(lengths)).containsExactly(2, 0, 3);
  }

  @Test
  void segmentsMoveWithTheirValuesAndWeights() {
    int order = frame.values(DataType.INT32, List.of(2, 0, 1), 3);
    int lengths = frame.values(DataType.INT32, List.of(1, 1, 0, 3, 0, 2), 3, 2);
    int values = frame.values(DataType.INT32, List.of(10, 11, 20, 21, 22, 30, 31), 7);
    int weights = frame.range(7);
    int[] made =
        frame.calls(
            3,
            "fbgemm::permute_2D_sparse_data",
            slot(order),
            slot(lengths),
            slot(values),
            slot(weights),
            number(7));

    assertThat(frame.read(made[0])).containsExactly(0, 2, 1, 1, 0, 3);
    assertThat(frame.read(made[1])).containsExactly(30, 31, 10, 11, 20, 21, 22);
    assertThat(frame.read(made[2])).containsExactly(5, 6, 0, 1, 2, 3, 4);
  }

  @Test
  void segmentsOfOneLengthEachMayBeTakenTwice() {
    int order = longs(1L, 0L, 1L);
    int lengths = longs(1L, 2L);
    int values = frame.range(3);
    int[] made =
        frame.calls(
            2, "fbgemm::permute_1D_sparse_data", slot(order), slot(lengths), slot(values), none());

    assertThat(frame.read(made[0])).containsExactly(2, 1, 2);
    assertThat(frame.read(made[1])).containsExactly(1, 2, 0, 1, 2);
  }

  @Test
  void rowsArePaddedAndTheirPaddingTakenAway() {
    int rows = frame.range(3, 1);
    int ends = longs(0L, 2L, 3L);
    double[] padded = {0, 1, 9, 2, 9, 9};

    int dense =
        frame
            .calls(
                1,
                "fbgemm::jagged_to_padded_dense",
                slot(rows),
                tensors(slot(ends)),
                ints(3),
                number(9.0))[0];
    assertThat(frame.read(dense)).containsExactly(padded);
    assertThat(
            frame.call(
                "fbgemm::dense_to_jagged_forward", slot(dense), tensors(slot(ends)), number(3)))
        .containsExactly(0, 1, 2);
    assertThat(frame.call("fbgemm::jagged_2d_to_dense", slot(rows), slot(ends), number(3)))
        .containsExactly(0, 1, 0, 2, 0, 0);
  }

  @Test
  void indicesAreMovedIntoTheLargestTable() {
    int rows = longs(3L, 5L);
    int found = longs(-1L, 4L, 5L, 0L);
    frame.run(
        "fbgemm::bounds_check_indices",
        List.of(
            slot(rows), written(found), written(offsets), number(1), written(longs(0L)), none()));

    assertThat(frame.read(found)).containsExactly(0, 4, 4, 0);
  }

  @Test
  void operandsUsedForTheLastTimeAreFreedAndRunsRepeat() {
    List<Operand> operands = split(weights, nothing(), 4, 0, none());
    int copy = frame.empty();
    int result = frame.empty();
    Call cloned = frame.session().bind("aten::clone", List.of(slot(indices)), List.of(slot(copy)));
    operands.set(11, last(copy));
    Call call = frame.session().bind(SPLIT, operands, List.of(slot(result)));
    for (int i = 0; i < 3; i++) {
      cloned.run();
      call.run();
      assertThat(frame.describe(copy)).isNull();
      assertThat(frame.read(result)[0]).isEqualTo(6);
    }
  }

  @Test
  void aFailureNamesTheRecordedOperatorAndTheOneThatFailed() {
    int far = longs(99L, 0L, 0L, 0L);
    List<Operand> operands = split(weights, nothing(), 4, 0, none());
    operands.set(11, slot(far));

    assertThatThrownBy(() -> looked(operands))
        .isInstanceOf(ReplayException.class)
        .hasMessageStartingWith(SPLIT + ", done by aten::_embedding_bag_forward_only: ")
        .hasMessageNotContaining("\n");
    assertThat(looked(split(weights, nothing(), 4, 0, none()))).hasSize(8);
  }

  @Test
  void anEmptySlotIsNamed() {
    int empty = frame.empty();
    Call call =
        frame
            .session()
            .bind("fbgemm::asynchronous_complete_cumsum", List.of(slot(empty)), List.of(dropped()));
    assertThatThrownBy(call::run).hasMessageContaining("slot " + empty + " is empty");
    frame
        .session()
        .allocate(empty, DataType.INT32, 2, new Layout(new long[] {2}, new long[] {1}, 0));
    frame.session().fill(empty, Values.fill(1), 0);
    call.run();
  }
}
