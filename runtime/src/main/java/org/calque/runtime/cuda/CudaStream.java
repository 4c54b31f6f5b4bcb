package org.calque.runtime.cuda;

import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;
import org.calque.runtime.ReplayException;

/** A queue of work on a device; as LibTorch's own, it does not wait for the default stream. */
public final class CudaStream implements ContextPart {
  private final CudaContext context;
  private final CUstream stream = new CUstream();
  private boolean closed;

  CudaStream(CudaContext context) {
    this.context = context;
    context.check(
        "cuStreamCreate",
        JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING));
  }

  /** What calls of the driver take. */
  CUstream handle() {
    requireOpen();
    return stream;
  }

  /**
   * Waits for all work on it.
   *
   * @throws ReplayException if the work failed
   */
  public void synchronize() {
    requireOpen();
    context.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(stream));
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the stream is closed");
    }
  }

  /**
   * Destroys it; work that is on it is still done.
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
    context.check("cuStreamDestroy", JCudaDriver.cuStreamDestroy(stream));
  }
}
