package org.calque.runtime.torch;

import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.OperatorHandle;
import org.calque.runtime.Call;
import org.calque.runtime.ReplayException;

/**
 * One operator call in the cheapest form that JavaCPP offers: a native call for the constants, one
 * for each tensor, one for the operator, one for each result, and no Java object.
 */
final class TorchCall implements Call {
  private final String operator;
  private final OperatorHandle handle;
  private final ArgumentStack stack;
  private final IValueVector values;
  private final Arguments arguments;
  private final Results results;

  TorchCall(TorchOperator operator, ArgumentStack stack, Arguments arguments, Results results) {
    this.operator = operator.name();
    this.handle = operator.handle();
    this.stack = stack;
    this.values = stack.values();
    this.arguments = arguments;
    this.results = results;
  }

  @Override
  public void run() {
    try {
      arguments.push();
      handle.callBoxed(values);
      arguments.release();
      results.take();
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  /** Leaves nothing of the failed call behind, and names the operator and the reason. */
  private ReplayException failed(RuntimeException e) {
    if (values.isNull()) {
      return new ReplayException(operator + ": the session is closed", e);
    }
    String reason = arguments.whatIsEmpty(e).orElseGet(() -> FirstLine.of(e.getMessage()));
    stack.clear();
    arguments.release();
    return new ReplayException(operator + ": " + reason, e);
  }

  /** Frees the constants; the call must not run again. */
  void free() {
    arguments.free();
  }
}
