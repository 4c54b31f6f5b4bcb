package org.calque.runtime.torch;

import org.calque.runtime.DeviceTime;
import org.calque.runtime.ReplayException;
import org.calque.runtime.cuda.CudaContext;
import org.calque.runtime.cuda.CudaTimer;

/** A CUDA device, timed by events on the stream that LibTorch's operators run on. */
final class CudaClock implements DeviceClock {
  private final CudaContext context;
  private final CudaTimer timer;

  /** Takes over the context. */
  CudaClock(CudaContext context) {
    this.context = context;
    try {
      timer = context.timer();
    } catch (ReplayException e) {
      context.close();
      throw e;
    }
  }

  @Override
  public void started() {
    timer.start();
  }

  @Override
  public void finished() {
    DeviceTime.add(timer.stop());
  }

  @Override
  public void settle() {
    timer.start();
    timer.stop();
  }

  @Override
  public long freeBytes() {
    return context.freeBytes();
  }

  @Override
  public void close() {
    context.close();
  }
}
