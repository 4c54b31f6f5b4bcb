package org.calque.replay;

import java.util.List;

/** One thing that a replay does, in execution order. */
public sealed interface Step {

  /** Where in the trace this comes from. */
  Provenance provenance();

  /**
   * A call of an operator.
   *
   * @param operator qualified name with overload
   * @param schema the recorded schema string
   * @param operands in schema order
   * @param results one for each recorded output
   * @param provenance the node
   */
  record OperatorCall(
      String operator,
      String schema,
      List<Operand> operands,
      List<Result> results,
      Provenance provenance)
      implements Step {
    /** Copies the lists. */
    public OperatorCall {
      operands = List.copyOf(operands);
      results = List.copyOf(results);
    }
  }

  /**
   * A tensor that the trace shows on a known storage though no operator made it, such as one that
   * autograd unpacked.
   *
   * @param slot where the tensor goes
   * @param base a tensor on the same storage
   * @param provenance the node that reads it
   */
  record Alias(int slot, Operand.Tensor base, Provenance provenance) implements Step {}

  /**
   * Lets go of tensors that the original kept beyond their last use.
   *
   * @param tensors of the slots that are emptied
   * @param provenance the node after which it comes
   */
  record Release(Operand.TensorList tensors, Provenance provenance) implements Step {}
}
