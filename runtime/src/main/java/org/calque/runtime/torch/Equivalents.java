package org.calque.runtime.torch;

import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.flags;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.calque.runtime.Operand;
import org.calque.runtime.Support;

/**
 * Operators that exist for one device or one vendor's library, and what does their work on the CPU.
 * Positions are those of the operators' schemas in LibTorch 2.13; a value that only such a library
 * needs between a forward and a backward pass, such as cuDNN's reserve, is not made and not asked
 * for.
 */
final class Equivalents {
  private static final Map<String, Equivalent> TABLE = new HashMap<>();

  private static final String BATCH_NORM = "aten::native_batch_norm";
  private static final String BATCH_NORM_BACKWARD = "aten::native_batch_norm_backward";
  private static final String CONVOLUTION = "aten::convolution";
  private static final String ATTENTION = "aten::_scaled_dot_product_flash_attention_for_cpu";
  private static final String ATTENTION_BACKWARD =
      "aten::_scaled_dot_product_flash_attention_for_cpu_backward";
  private static final String NO_DROPOUT = "without dropout";

  static {
    for (String vendor : List.of("cudnn", "miopen")) {
      exact(
          "aten::" + vendor + "_batch_norm",
          BATCH_NORM,
          given -> pick(given, 0, 1, 2, 3, 4, 5, 6, 7),
          3);
      exact(
          "aten::" + vendor + "_batch_norm_backward",
          BATCH_NORM_BACKWARD,
          given ->
              joined(
                  pick(given, 1, 0, 2, 3, 4, 5, 6),
                  flag(true),
                  at(given, 7),
                  flags(true, true, true)),
          3);
    }
    exact(
        "aten::cudnn_convolution",
        CONVOLUTION,
        given -> convolution(given, none(), at(given, 3), at(given, 2), 4, ints(0), 5, false),
        1);
    exact(
        "aten::cudnn_convolution_transpose",
        CONVOLUTION,
        given -> convolution(given, none(), at(given, 4), at(given, 2), 5, at(given, 3), 6, true),
        1);
    for (String name : List.of("aten::miopen_convolution", "aten::miopen_depthwise_convolution")) {
      exact(
          name,
          CONVOLUTION,
          given ->
              convolution(given, at(given, 2), at(given, 4), at(given, 3), 5, ints(0), 6, false),
          1);
    }
    exact(
        "aten::miopen_convolution_transpose",
        CONVOLUTION,
        given ->
            convolution(given, at(given, 2), at(given, 5), at(given, 3), 6, at(given, 4), 7, true),
        1);
    approximate(
        "aten::_scaled_dot_product_flash_attention",
        ATTENTION,
        given -> attention(given, none(), 4, 6),
        2);
    approximate(
        "aten::_scaled_dot_product_efficient_attention",
        ATTENTION,
        given -> attention(given, at(given, 3), 6, 7),
        2);
    approximate(
        "aten::_scaled_dot_product_cudnn_attention",
        ATTENTION,
        given -> attention(given, at(given, 3), 6, 8),
        2);
    approximate(
        "aten::_scaled_dot_product_flash_attention_backward",
        ATTENTION_BACKWARD,
        given -> attentionBackward(given, List.of(0, 1, 2, 3, 4, 5), 11, none(), 14),
        3);
    approximate(
        "aten::_scaled_dot_product_efficient_attention_backward",
        ATTENTION_BACKWARD,
        given -> attentionBackward(given, List.of(0, 1, 2, 3, 5, 6), 11, at(given, 4), 12),
        3);
    approximate(
        "aten::_scaled_dot_product_cudnn_attention_backward",
        ATTENTION_BACKWARD,
        given -> attentionBackward(given, List.of(0, 1, 2, 3, 4, 5), 14, at(given, 8), 15),
        3);
    for (String name : List.of("aten::pin_memory", "aten::_pin_memory")) {
      TABLE.put(
          name,
          new Equivalent(
              "aten::clone",
              new Support(Support.Kind.APPROXIMATE, "aten::clone, to memory that is not pinned"),
              given -> pick(given, 0),
              places -> places));
    }
    TABLE.put(
        "aten::record_stream",
        new Equivalent(
            null,
            new Support(Support.Kind.SKIPPED, "the CPU has no streams"),
            given -> List.of(),
            places -> List.of()));
  }

  private Equivalents() {}

  /** What does an operator's work, if anything does. */
  static Optional<Equivalent> of(String operator) {
    return Optional.ofNullable(TABLE.get(operator));
  }

  /** The operators of the table, for tests. */
  static Map<String, Equivalent> all() {
    return Map.copyOf(TABLE);
  }

  private static void exact(
      String name, String other, UnaryOperator<List<Operand>> operands, int results) {
    put(name, other, new Support(Support.Kind.EXACT, other), operands, results);
  }

  private static void approximate(
      String name, String other, UnaryOperator<List<Operand>> operands, int results) {
    Support support = new Support(Support.Kind.APPROXIMATE, other + ", " + NO_DROPOUT);
    put(name, other, support, operands, results);
  }

  private static void put(
      String name,
      String other,
      Support support,
      UnaryOperator<List<Operand>> operands,
      int results) {
    TABLE.put(
        name,
        new Equivalent(
            other,
            support,
            operands,
            places -> List.copyOf(places.subList(0, Math.min(results, places.size())))));
  }

  /** The first two are image and filters; numbers are the positions of dilation and groups. */
  private static List<Operand> convolution(
      List<Operand> given,
      Operand bias,
      Operand stride,
      Operand padding,
      int dilation,
      Operand outputPadding,
      int groups,
      boolean transposed) {
    return joined(
        pick(given, 0, 1),
        bias,
        stride,
        padding,
        at(given, dilation),
        flag(transposed),
        outputPadding,
        at(given, groups));
  }

  /** The first three are query, key and value; numbers are the positions of mask and scale. */
  private static List<Operand> attention(List<Operand> given, Operand mask, int causal, int scale) {
    return joined(pick(given, 0, 1, 2), number(0.0), at(given, causal), mask, at(given, scale));
  }

  private static List<Operand> attentionBackward(
      List<Operand> given, List<Integer> tensors, int causal, Operand mask, int scale) {
    int[] positions = tensors.stream().mapToInt(Integer::intValue).toArray();
    return joined(pick(given, positions), number(0.0), at(given, causal), mask, at(given, scale));
  }

  private static List<Operand> pick(List<Operand> given, int... positions) {
    return Arrays.stream(positions).mapToObj(position -> at(given, position)).toList();
  }

  /** What was recorded in a position; nothing for what an older schema did not have yet. */
  private static Operand at(List<Operand> given, int position) {
    return position < given.size() ? given.get(position) : none();
  }

  private static List<Operand> joined(List<Operand> first, Operand... others) {
    List<Operand> all = new ArrayList<>(first);
    all.addAll(List.of(others));
    return all;
  }
}
