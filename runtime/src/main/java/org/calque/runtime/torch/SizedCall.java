package org.calque.runtime.torch;

import java.util.function.Supplier;
import org.calque.runtime.Call;

/** A call that depends on the sizes of what it takes, and is bound when it runs first. */
final class SizedCall implements Call {
  private final Supplier<Call> binding;
  private Call bound;

  SizedCall(Supplier<Call> binding) {
    this.binding = binding;
  }

  @Override
  public void run() {
    if (bound == null) {
      bound = binding.get();
    }
    bound.run();
  }
}
