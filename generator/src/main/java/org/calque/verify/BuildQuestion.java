package org.calque.verify;

import java.util.List;
import org.calque.trace.TraceNode;

/**
 * What an operator asks of the build that it runs in. A convolution of few images asks whether
 * NNPACK is there, in a LibTorch that was built with it only; the answer is not work.
 */
final class BuildQuestion {
  private static final String NNPACK = "aten::_nnpack_available";

  private BuildQuestion() {}

  /** Whether one of two lists of calls asks more than the other. */
  static boolean differ(List<TraceNode> expected, List<TraceNode> found) {
    return expected.stream().filter(BuildQuestion::is).count()
        != found.stream().filter(BuildQuestion::is).count();
  }

  /** All other calls. */
  static List<TraceNode> without(List<TraceNode> calls) {
    return calls.stream().filter(call -> !is(call)).toList();
  }

  private static boolean is(TraceNode call) {
    return call.operator().equals(NNPACK);
  }
}
