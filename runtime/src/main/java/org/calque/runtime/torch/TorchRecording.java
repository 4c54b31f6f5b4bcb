package org.calque.runtime.torch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.calque.runtime.Recording;
import org.calque.runtime.ReplayException;

/** A recording by LibTorch's execution trace observer, of which a process has one. */
final class TorchRecording implements Recording {
  private static final AtomicBoolean IN_PROGRESS = new AtomicBoolean();

  private final TraceObserver observer;
  private boolean closed;

  private TorchRecording(TraceObserver observer) {
    this.observer = observer;
  }

  /** Starts recording into a file. */
  static TorchRecording start(TraceObserver observer, Path file) {
    if (!IN_PROGRESS.compareAndSet(false, true)) {
      throw new ReplayException("a recording is in progress, and a process has one at a time");
    }
    try {
      Files.write(file, new byte[0]);
      observer.attach(file.toAbsolutePath());
      return new TorchRecording(observer);
    } catch (IOException e) {
      IN_PROGRESS.set(false);
      throw new ReplayException("a recording cannot be written: " + e, e);
    } catch (RuntimeException e) {
      IN_PROGRESS.set(false);
      throw e;
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      observer.detach();
      IN_PROGRESS.set(false);
    }
  }
}
