package org.calque.verify;

import java.util.List;
import java.util.Set;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;

/**
 * The product of two batches of matrices. With MKL LibTorch computes it at once; without, matrix by
 * matrix, for which it selects each one of operands and result. Which it does is a property of the
 * build: the installed PyTorch that made the recording may have MKL where the bundled LibTorch has
 * OpenBLAS.
 */
final class BatchedProduct {
  private static final Set<String> OPERATORS =
      Set.of("aten::bmm", "aten::bmm.out", "aten::baddbmm", "aten::baddbmm.out", "aten::baddbmm_");
  private static final String SELECT = "aten::select.int";
  private static final String RESOLVE = "aten::resolve_conj";
  private static final int MATRIX = 2;

  private BatchedProduct() {}

  static boolean is(TraceNode node) {
    return OPERATORS.contains(node.operator());
  }

  /** What it calls beside taking single matrices from the batch. */
  static List<TraceNode> withoutMatrices(List<TraceNode> calls) {
    return calls.stream().filter(call -> !takesMatrix(call)).toList();
  }

  private static boolean takesMatrix(TraceNode call) {
    return call.operator().equals(SELECT)
        || (call.operator().equals(RESOLVE)
            && !call.inputs().isEmpty()
            && call.inputs().get(0) instanceof TensorReference tensor
            && tensor.sizes().length == MATRIX);
  }
}
