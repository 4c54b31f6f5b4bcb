package org.calque.runtime.torch;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.DispatchKeySet;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DispatchKey;

/**
 * Autograd of the calling thread, out of the way while this is open. The trace has what autograd
 * ran as operators of their own, so a replay calls each operator below it, as autograd itself does:
 * the dispatcher no longer passes through its kernels, which have nothing to record, nor through
 * those that keep its books about views and writes in place.
 *
 * <p>Gradient mode is another matter: some operators look at it to decide what to compute.
 */
final class Autograd implements AutoCloseable {
  private final boolean gradientsBefore = GradMode.is_enabled();
  private final List<DispatchKey> excluded = new ArrayList<>();

  Autograd() {
    GradMode.set_enabled(false);
    DispatchKeySet keys = torch.autograd_dispatch_keyset_with_ADInplaceOrView();
    while (!keys.empty()) {
      DispatchKey key = keys.highestFunctionalityKey();
      if (!torch.tls_is_dispatch_key_excluded(key)) {
        torch.tls_set_dispatch_key_excluded(key, true);
        excluded.add(key);
      }
      keys = keys.remove(key);
    }
  }

  /** Turns gradient mode on, as it was where the step was recorded. */
  void expectGradients() {
    GradMode.set_enabled(true);
  }

  /** Sets the thread back to what it was. */
  @Override
  public void close() {
    excluded.forEach(key -> torch.tls_set_dispatch_key_excluded(key, false));
    GradMode.set_enabled(gradientsBefore);
  }
}
