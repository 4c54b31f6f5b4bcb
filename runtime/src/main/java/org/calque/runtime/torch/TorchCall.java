package org.calque.runtime.torch;

import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.OperatorHandle;
import org.calque.runtime.Call;
import org.calque.runtime.ReplayException;

/**
 * One operator call in the cheapest form that JavaCPP offers: a native call for all that is the
 * same at each run, one for each other tensor, one for the operator, one for each result, and no
 * Java object.
 *
 * <p>A step runs a call once, and by the next step the processor's caches have lost it. So what
 * most runs read lies together here, not behind {@link Arguments} and {@link Results}.
 */
final class TorchCall implements Call {
  private final OperatorHandle handle;
  private final IValueVector values;
  private final IValueVector template;
  private final IValue[] argumentMoves;
  private final IValue[] resultMoves;
  private final boolean returnsMore;
  private boolean passesMore;

  /** Known when the call runs: by then all calls of the step are bound. */
  private PassingTensors passing;

  private final String operator;
  private final ArgumentStack stack;
  private final Arguments arguments;
  private final Results results;

  TorchCall(TorchOperator operator, ArgumentStack stack, Arguments arguments, Results results) {
    this.operator = operator.name();
    this.handle = operator.handle();
    this.stack = stack;
    this.values = stack.values();
    this.arguments = arguments;
    this.template = arguments.template();
    this.argumentMoves = arguments.moves();
    this.results = results;
    this.resultMoves = results.moves();
    this.returnsMore = results.areMore();
  }

  @Override
  public void run() {
    try {
      if (passing == null) {
        passing = arguments.holdLasting();
        passesMore = passing.areAny();
      }
      values.put(template);
      if (passesMore) {
        passing.put(values);
      }
      move(argumentMoves);
      handle.callBoxed(values);
      if (passesMore) {
        passing.release();
      }
      move(resultMoves);
      if (returnsMore) {
        results.takeMore();
      }
    } catch (RuntimeException e) {
      throw failed(e);
    }
  }

  /** Moves between places that stand in pairs: to, from, to, from. */
  private static void move(IValue[] pairs) {
    for (int i = 0; i < pairs.length; i += 2) {
      pairs[i].put(pairs[i + 1]);
    }
  }

  /** Leaves nothing of the failed call behind, and names the operator and the reason. */
  private ReplayException failed(RuntimeException e) {
    if (values.isNull()) {
      return new ReplayException(operator + ": the session is closed", e);
    }
    String reason = arguments.whatIsEmpty(e).orElseGet(() -> MissingType.explained(e));
    stack.clear();
    letGo();
    return new ReplayException(operator + ": " + reason, e);
  }

  /** Lets go of all tensors; the next run looks again which of them last. */
  void letGo() {
    arguments.letGo();
    passing = null;
  }

  /** Frees the constants; the call must not run again. */
  void free() {
    arguments.free();
  }
}
