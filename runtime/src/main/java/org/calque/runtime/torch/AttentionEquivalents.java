package org.calque.runtime.torch;

import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;

import java.util.List;
import org.calque.runtime.Operand;

/** Attention in one kernel, of the CUDA libraries. */
final class AttentionEquivalents {
  private static final String ATTENTION = "aten::_scaled_dot_product_flash_attention_for_cpu";
  private static final String BACKWARD =
      "aten::_scaled_dot_product_flash_attention_for_cpu_backward";
  private static final String NO_DROPOUT = "without dropout";

  private AttentionEquivalents() {}

  static void addTo(EquivalentTable table) {
    forward(table, "aten::_scaled_dot_product_flash_attention", -1, 4, 6);
    forward(table, "aten::_scaled_dot_product_efficient_attention", 3, 6, 7);
    forward(table, "aten::_scaled_dot_product_cudnn_attention", 3, 6, 8);
    backward(table, "aten::_scaled_dot_product_flash_attention_backward", 4, -1, 11, 14);
    backward(table, "aten::_scaled_dot_product_efficient_attention_backward", 5, 4, 11, 12);
    backward(table, "aten::_scaled_dot_product_cudnn_attention_backward", 4, 8, 14, 15);
  }

  /** The first three are query, key and value; a position below 0 is none. */
  private static void forward(EquivalentTable table, String name, int mask, int causal, int scale) {
    table.approximate(
        name,
        ATTENTION,
        NO_DROPOUT,
        2,
        given ->
            given.pick(
                List.of(0, 1, 2),
                number(0.0),
                given.at(causal),
                mask(given, mask),
                given.at(scale)));
  }

  /** The first four are gradient, query, key and value; output and sums stand together. */
  private static void backward(
      EquivalentTable table, String name, int output, int mask, int causal, int scale) {
    table.approximate(
        name,
        BACKWARD,
        NO_DROPOUT,
        3,
        given ->
            given.pick(
                List.of(0, 1, 2, 3, output, output + 1),
                number(0.0),
                given.at(causal),
                mask(given, mask),
                given.at(scale)));
  }

  private static Operand mask(Given given, int position) {
    return position < 0 ? none() : given.at(position);
  }
}
