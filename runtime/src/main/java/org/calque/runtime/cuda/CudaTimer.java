package org.calque.runtime.cuda;

import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import org.calque.runtime.ReplayException;

/**
 * Measures what the work on a stream takes by the device's clock, from an event before the work to
 * one after it. The driver's resolution is about half a microsecond.
 *
 * <p>One measurement allocates nothing on the Java heap, and waits for the device once.
 */
public final class CudaTimer implements ContextPart {
  private static final double NANOSECONDS_PER_MILLISECOND = 1e6;

  private final CudaContext context;

  /** Null for the legacy default stream. */
  private final CUstream stream;

  private final CUevent begin = new CUevent();
  private final CUevent end = new CUevent();
  private final float[] milliseconds = new float[1];
  private boolean started;
  private boolean closed;

  CudaTimer(CudaContext context, CUstream stream) {
    this.context = context;
    this.stream = stream;
    create(begin);
    try {
      create(end);
    } catch (ReplayException e) {
      JCudaDriver.cuEventDestroy(begin);
      throw e;
    }
  }

  private void create(CUevent event) {
    // Neither blocking nor without timing: waiting in the driver's default way costs the least.
    context.check(
        "cuEventCreate", JCudaDriver.cuEventCreate(event, CUevent_flags.CU_EVENT_DEFAULT));
  }

  /**
   * Puts the beginning of a measurement behind the work that is on the stream.
   *
   * @throws ReplayException if the driver reports an error
   */
  public void start() {
    requireOpen();
    context.check("cuEventRecord", JCudaDriver.cuEventRecord(begin, stream));
    started = true;
  }

  /**
   * Ends the measurement behind the work that is on the stream, and waits for it.
   *
   * @return nanoseconds on the device
   * @throws ReplayException if the driver reports an error, which may be one of the work
   * @throws IllegalStateException if nothing was started
   */
  public long stop() {
    requireOpen();
    if (!started) {
      throw new IllegalStateException("the timer was not started");
    }
    started = false;
    context.check("cuEventRecord", JCudaDriver.cuEventRecord(end, stream));
    // Events of a stream are in order: where the second is done, so is the first.
    context.check("cuEventSynchronize", JCudaDriver.cuEventSynchronize(end));
    context.check("cuEventElapsedTime", JCudaDriver.cuEventElapsedTime(milliseconds, begin, end));
    return Math.round(milliseconds[0] * NANOSECONDS_PER_MILLISECOND);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the timer is closed");
    }
  }

  /**
   * Destroys its events.
   *
   * @throws ReplayException if the driver reports an error
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    context.abandon(this);
    Closing closing = new Closing();
    closing.step(() -> destroy(begin));
    closing.step(() -> destroy(end));
    closing.end();
  }

  private void destroy(CUevent event) {
    context.check("cuEventDestroy", JCudaDriver.cuEventDestroy(event));
  }
}
