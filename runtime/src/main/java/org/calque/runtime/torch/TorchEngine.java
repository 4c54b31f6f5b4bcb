package org.calque.runtime.torch;

import java.nio.file.Path;
import org.calque.runtime.Device;
import org.calque.runtime.Engine;
import org.calque.runtime.Library;
import org.calque.runtime.Recording;
import org.calque.runtime.Session;
import org.calque.runtime.SessionOptions;
import org.calque.runtime.Support;

/**
 * LibTorch: every operator that PyTorch's dispatcher knows, on the CPU and on CUDA devices.
 *
 * <p>The bundled LibTorch is used unless the system property {@code calque.torch.lib} or the
 * environment variable {@code CALQUE_TORCH_LIB} names the {@code torch/lib} folder of an installed
 * PyTorch of the same version; then replay and original run on the very same kernels.
 */
public final class TorchEngine implements Engine {

  /** Loads nothing; the library is loaded at the first use of another method. */
  public TorchEngine() {}

  @Override
  public String name() {
    return "torch";
  }

  @Override
  public Library library() {
    return TorchLibrary.load().facts();
  }

  @Override
  public Device device(String word) {
    return DeviceWords.device(word, TorchLibrary.load());
  }

  @Override
  public long freeBytes(Device device) {
    try (DeviceClock clock = DeviceClock.of(device)) {
      return clock.freeBytes();
    }
  }

  @Override
  public Support support(String operator, Device device) {
    return TorchLibrary.load().support(operator, TorchDevice.of(device));
  }

  @Override
  public Session open(SessionOptions options) {
    return new TorchSession(TorchLibrary.load(), options, TorchDevice.of(options.device()));
  }

  @Override
  public Recording record(Path file) {
    return TorchRecording.start(TraceObserver.of(TorchLibrary.load()), file);
  }
}
