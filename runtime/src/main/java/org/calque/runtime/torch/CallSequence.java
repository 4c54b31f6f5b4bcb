package org.calque.runtime.torch;

import java.util.List;
import org.bytedeco.pytorch.IValue;
import org.calque.runtime.Call;
import org.calque.runtime.ReplayException;

/** Several calls in place of a recorded one, and the results to move out of scratch slots. */
final class CallSequence implements Call {
  private final String recorded;
  private final Call[] calls;
  private final IValue[] moves;
  private final Call clean;

  /**
   * @param recorded the operator whose work they do, for messages
   * @param moves places of results, each followed by the scratch slot to move it from
   * @param clean empties the scratch slots after a failure
   */
  CallSequence(String recorded, List<Call> calls, List<IValue> moves, Call clean) {
    this.recorded = recorded;
    this.calls = calls.toArray(Call[]::new);
    this.moves = moves.toArray(IValue[]::new);
    this.clean = clean;
  }

  @Override
  public void run() {
    try {
      for (Call call : calls) {
        call.run();
      }
    } catch (ReplayException e) {
      clean.run();
      throw new ReplayException(recorded + ", done by " + e.getMessage(), e);
    }
    for (int i = 0; i < moves.length; i += 2) {
      moves[i].put(moves[i + 1]);
    }
  }
}
