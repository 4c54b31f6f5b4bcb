package org.calque.runtime.torch;

import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;

import java.util.List;
import java.util.function.Function;
import org.calque.runtime.Operand;
import org.calque.runtime.Slot;

/** Attention in one kernel, of the CUDA libraries. */
final class AttentionEquivalents {
  private static final String ATTENTION = "aten::_scaled_dot_product_flash_attention_for_cpu";
  private static final String BACKWARD =
      "aten::_scaled_dot_product_flash_attention_for_cpu_backward";
  private static final String TRANSPOSE = "aten::transpose.int";
  private static final String NO_DROPOUT = "without dropout";

  /** A position that no call has. */
  private static final int NONE = Integer.MAX_VALUE;

  private static final Forward FLASH = new Forward(NONE, 4, 6);
  private static final Backward FLASH_BACKWARD = new Backward(4, NONE, 11, 14);
  private static final Backward CUDNN_BACKWARD = new Backward(4, 8, 14, 15);

  /** Where arguments stand behind query, key and value. */
  private record Forward(int mask, int causal, int scale) {}

  /** Where arguments stand behind gradient, query, key and value; sums follow the output. */
  private record Backward(int output, int mask, int causal, int scale) {}

  private AttentionEquivalents() {}

  static void addTo(EquivalentTable table) {
    forward(table, "aten::_scaled_dot_product_flash_attention", given -> FLASH);
    // The first versions of the next two took no mask.
    forward(
        table,
        "aten::_scaled_dot_product_efficient_attention",
        given -> given.isFlag(3) ? new Forward(NONE, 4, 5) : new Forward(3, 6, 7));
    forward(
        table,
        "aten::_scaled_dot_product_cudnn_attention",
        given -> given.isReal(3) ? FLASH : new Forward(3, 6, 8));
    backward(table, "aten::_scaled_dot_product_flash_attention_backward", given -> FLASH_BACKWARD);
    backward(
        table,
        "aten::_scaled_dot_product_efficient_attention_backward",
        given -> given.isFlag(6) ? new Backward(4, NONE, 6, 8) : new Backward(5, 4, 11, 12));
    backward(
        table,
        "aten::_scaled_dot_product_cudnn_attention_backward",
        given -> given.isFlag(11) ? FLASH_BACKWARD : CUDNN_BACKWARD);
    forward(
        table,
        "aten::_scaled_dot_product_fused_attention_overrideable",
        given -> new Forward(3, 5, 7));
    backward(
        table,
        "aten::_scaled_dot_product_fused_attention_overrideable_backward",
        given -> new Backward(6, 4, 13, 16));
    forward(table, "aten::_cudnn_attention_forward", given -> new Forward(3, 10, 12));
    backward(table, "aten::_cudnn_attention_backward", given -> CUDNN_BACKWARD);

    // Of heads behind positions; several sequences in one have boundaries that traces do not hold.
    List<String> others = List.of(ATTENTION, TRANSPOSE);
    table.approximate(
        "aten::_flash_attention_forward",
        others,
        NO_DROPOUT,
        to -> transposed(to, 3, none(), to.at(8), 10));
    table.approximate(
        "aten::_efficient_attention_forward",
        others,
        NO_DROPOUT,
        to -> transposed(to, 4, to.at(3), flag(to.given().integer(9, 0) != 0), 11));
    List<String> backwards = List.of(BACKWARD, TRANSPOSE);
    table.approximate(
        "aten::_flash_attention_backward",
        backwards,
        NO_DROPOUT,
        to -> transposedBackward(to, 6, 4, 5, none(), to.at(11), 14));
    table.approximate(
        "aten::_efficient_attention_backward",
        backwards,
        NO_DROPOUT,
        to -> transposedBackward(to, 6, 5, 10, to.at(4), flag(to.given().integer(14, 0) != 0), 16));
  }

  private static void transposed(
      Composition to, int boundaries, Operand mask, Operand causal, int scale) {
    oneLengthOnly(to, boundaries);
    List<Slot> made =
        to.calls(
            2,
            ATTENTION,
            transposed(to, to.at(0)),
            transposed(to, to.at(1)),
            transposed(to, to.at(2)),
            number(0.0),
            causal,
            mask,
            to.at(scale));
    to.returns(transposed(to, made.get(0)), made.get(1));
  }

  private static void transposedBackward(
      Composition to,
      int boundaries,
      int output,
      int sums,
      Operand mask,
      Operand causal,
      int scale) {
    oneLengthOnly(to, boundaries);
    List<Slot> made =
        to.calls(
            3,
            BACKWARD,
            transposed(to, to.at(0)),
            transposed(to, to.at(1)),
            transposed(to, to.at(2)),
            transposed(to, to.at(3)),
            transposed(to, to.at(output)),
            to.at(sums),
            number(0.0),
            causal,
            mask,
            to.at(scale));
    to.returns(made.stream().map(slope -> transposed(to, slope)).toArray(Slot[]::new));
  }

  private static Slot transposed(Composition to, Operand tensor) {
    return to.call(TRANSPOSE, tensor, number(1), number(2));
  }

  private static void oneLengthOnly(Composition to, int boundaries) {
    if (to.given().has(boundaries)) {
      throw to.given()
          .refused("has sequences of several lengths, which the CPU's attention has not");
    }
  }

  private static void forward(EquivalentTable table, String name, Function<Given, Forward> places) {
    table.approximate(
        name,
        ATTENTION,
        NO_DROPOUT,
        2,
        given -> {
          Forward at = places.apply(given);
          return given.pick(
              List.of(0, 1, 2),
              number(0.0),
              given.at(at.causal()),
              given.at(at.mask()),
              given.at(at.scale()));
        });
  }

  private static void backward(
      EquivalentTable table, String name, Function<Given, Backward> places) {
    table.approximate(
        name,
        BACKWARD,
        NO_DROPOUT,
        3,
        given -> {
          Backward at = places.apply(given);
          return given.pick(
              List.of(0, 1, 2, 3, at.output(), at.output() + 1),
              number(0.0),
              given.at(at.causal()),
              given.at(at.mask()),
              given.at(at.scale()));
        });
  }
}
