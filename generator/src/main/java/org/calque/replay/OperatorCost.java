package org.calque.replay;

import com.carrotsearch.hppc.LongHashSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;

/**
 * Work and traffic of one operator call, from its recorded shapes.
 *
 * <p>FLOPs count contractions only, a multiplication and an addition each as one, as {@code
 * torch.utils.flop_counter} does: {@code 2·m·k·n} for a matrix product; for a convolution twice the
 * elements of the output (of the input, where it is transposed) times those of one filter, once
 * more for each gradient in its backward; {@code 2·b·h·s·t·(d + dv)} for attention, two and a half
 * times that in its backward. Every other operator counts 0. Bytes are those of all distinct
 * tensors it takes and returns.
 *
 * @param flops floating-point operations
 * @param bytes bytes of operands and results
 */
public record OperatorCost(double flops, long bytes) {

  static OperatorCost of(TraceNode node, OperatorSchema schema) {
    List<TensorReference> in = new ArrayList<>();
    TensorValues.forEach(node.inputs(), in::add);
    List<TensorReference> out = new ArrayList<>();
    TensorValues.forEach(node.outputs(), out::add);
    return new OperatorCost(flops(node, schema, in, out), bytes(in, out));
  }

  private static long bytes(List<TensorReference> in, List<TensorReference> out) {
    LongHashSet seen = new LongHashSet();
    long bytes = 0;
    for (List<TensorReference> tensors : List.of(in, out)) {
      for (TensorReference tensor : tensors) {
        if (seen.add(tensor.tensor())) {
          bytes += elements(tensor) * tensor.type().bytes();
        }
      }
    }
    return bytes;
  }

  private static double flops(
      TraceNode node, OperatorSchema schema, List<TensorReference> in, List<TensorReference> out) {
    return switch (schema.baseName()) {
      case "mm", "bmm", "matmul", "linear", "mv", "dot" -> product(in, 0, out);
      case "addmm", "addmm_", "baddbmm", "addmv" -> product(in, 1, out);
      case "addbmm" -> in.size() < 2 ? 0 : size(in.get(1), 0) * product(in, 1, out);
      case "convolution",
          "_convolution",
          "conv1d",
          "conv2d",
          "conv3d",
          "mkldnn_convolution",
          "cudnn_convolution" ->
          in.size() < 2 || out.isEmpty()
              ? 0
              : 2.0
                  * elements(isTransposed(node, schema) ? in.get(0) : out.get(0))
                  * filter(in.get(1));
      case "conv_transpose1d", "conv_transpose2d", "conv_transpose3d" ->
          in.size() < 2 ? 0 : 2.0 * elements(in.get(0)) * filter(in.get(1));
      case "convolution_backward" ->
          in.size() < 3
              ? 0
              : 2.0
                  * elements(in.get(isTransposed(node, schema) ? 1 : 0))
                  * filter(in.get(2))
                  * gradients(node);
      case "scaled_dot_product_attention",
          "_scaled_dot_product_flash_attention_for_cpu",
          "_scaled_dot_product_flash_attention",
          "_scaled_dot_product_efficient_attention",
          "_scaled_dot_product_attention_math" ->
          attention(in, 0);
      case "_scaled_dot_product_flash_attention_for_cpu_backward",
          "_scaled_dot_product_flash_attention_backward",
          "_scaled_dot_product_efficient_attention_backward" ->
          2.5 * attention(in, 1);
      default -> 0;
    };
  }

  /** Twice the elements of the result times the length of the contracted dimension. */
  private static double product(List<TensorReference> in, int left, List<TensorReference> out) {
    if (in.size() <= left || in.get(left).sizes().length == 0 || out.isEmpty()) {
      return 0;
    }
    long[] sizes = in.get(left).sizes();
    return 2.0 * elements(out.get(0)) * sizes[sizes.length - 1];
  }

  private static boolean isTransposed(TraceNode node, OperatorSchema schema) {
    List<TraceValue> inputs = node.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      if (schema.argumentName(i).equals("transposed")) {
        return inputs.get(i).equals(new TraceValue.Bool(true));
      }
    }
    return false;
  }

  private static long size(TensorReference tensor, int dimension) {
    return dimension < tensor.sizes().length ? tensor.sizes()[dimension] : 1;
  }

  /** Elements of one filter: input channels of its group times the window. */
  private static long filter(TensorReference weight) {
    return Arrays.stream(weight.sizes()).skip(1).reduce(1, (a, b) -> a * b);
  }

  /** How many of the gradients of input and weight the output mask asks for. */
  private static long gradients(TraceNode node) {
    for (TraceValue value : node.inputs()) {
      if (value instanceof TraceValue.Sequence mask
          && mask.elements().size() == 3
          && mask.elements().stream().allMatch(TraceValue.Bool.class::isInstance)) {
        return mask.elements().stream()
            .limit(2)
            .filter(flag -> ((TraceValue.Bool) flag).value())
            .count();
      }
    }
    return 2;
  }

  private static double attention(List<TensorReference> in, int query) {
    if (in.size() < query + 3 || in.get(query).sizes().length != 4) {
      return 0;
    }
    long[] q = in.get(query).sizes();
    long[] k = in.get(query + 1).sizes();
    long[] v = in.get(query + 2).sizes();
    return k.length != 4 || v.length != 4 ? 0 : 2.0 * q[0] * q[1] * q[2] * k[2] * (q[3] + v[3]);
  }

  private static long elements(TensorReference tensor) {
    return Arrays.stream(tensor.sizes()).reduce(1, (a, b) -> a * b);
  }
}
