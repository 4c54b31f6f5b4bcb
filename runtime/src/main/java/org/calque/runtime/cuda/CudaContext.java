package org.calque.runtime.cuda;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.calque.runtime.ReplayException;

/**
 * The primary context of a device: the one that all users of the CUDA runtime in this process
 * share, LibTorch among them. It is current on the thread that opens it until it is closed, and
 * belongs to that thread: nothing of it may be used by two threads at a time.
 */
public final class CudaContext implements AutoCloseable {
  private static final double GIB = 1L << 30;

  private final CudaDevice device;
  private final DriverCalls calls;
  private final CUdevice handle = new CUdevice();
  private final CUcontext before = new CUcontext();
  private final Thread thread = Thread.currentThread();
  private final Deque<ContextPart> parts = new ArrayDeque<>();
  private boolean closed;

  private CudaContext(CudaDevice device) {
    this.device = device;
    this.calls = new DriverCalls(device.label());
  }

  /**
   * Retains a device's primary context, and makes it current on this thread.
   *
   * @param ordinal the device's number in this process
   * @throws ReplayException if there is no such device, or its context cannot be had
   */
  public static CudaContext open(int ordinal) {
    CudaContext context = new CudaContext(CudaDevices.find().device(ordinal));
    context.retain();
    return context;
  }

  private void retain() {
    calls.check("cuDeviceGet", JCudaDriver.cuDeviceGet(handle, device.ordinal()));
    calls.check("cuCtxGetCurrent", JCudaDriver.cuCtxGetCurrent(before));
    CUcontext primary = new CUcontext();
    check("cuDevicePrimaryCtxRetain", JCudaDriver.cuDevicePrimaryCtxRetain(primary, handle));
    int result = JCudaDriver.cuCtxSetCurrent(primary);
    if (result != CUresult.CUDA_SUCCESS) {
      JCudaDriver.cuDevicePrimaryCtxRelease(handle);
      calls.check("cuCtxSetCurrent", result);
    }
  }

  /** The device whose context it is. */
  public CudaDevice device() {
    return device;
  }

  /**
   * Bytes of the device's memory that no process holds; what LibTorch keeps cached is held.
   *
   * @throws ReplayException if the driver cannot tell
   */
  public long freeBytes() {
    return memory()[0];
  }

  /**
   * Bytes of the device's memory.
   *
   * @throws ReplayException if the driver cannot tell
   */
  public long totalBytes() {
    return memory()[1];
  }

  private long[] memory() {
    requireOpen();
    long[] free = new long[1];
    long[] total = new long[1];
    calls.check("cuMemGetInfo", JCudaDriver.cuMemGetInfo(free, total));
    return new long[] {free[0], total[0]};
  }

  /**
   * A new stream, which waits for no other.
   *
   * @throws ReplayException if the driver makes none
   */
  public CudaStream stream() {
    requireOpen();
    return adopt(new CudaStream(this));
  }

  /**
   * A timer of the work on the legacy default stream, which is LibTorch's unless it is told
   * otherwise.
   *
   * @throws ReplayException if the driver makes no events
   */
  public CudaTimer timer() {
    requireOpen();
    return adopt(new CudaTimer(this, null));
  }

  /**
   * A timer of the work on a stream of this context.
   *
   * @throws ReplayException if the driver makes no events
   */
  public CudaTimer timer(CudaStream stream) {
    requireOpen();
    return adopt(new CudaTimer(this, stream.handle()));
  }

  private <T extends ContextPart> T adopt(T part) {
    parts.push(part);
    return part;
  }

  /** A part that closes itself need not be closed with the context. */
  void abandon(ContextPart part) {
    parts.remove(part);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the context of " + device.label() + " is closed");
    }
  }

  /**
   * Returns if a call in this context was successful.
   *
   * @throws ReplayException else; if it was for want of memory, with the free and all memory
   */
  void check(String call, int result) {
    if (result == CUresult.CUDA_ERROR_OUT_OF_MEMORY) {
      throw new ReplayException(calls.failure(call, result) + "; " + memoryLeft());
    }
    calls.check(call, result);
  }

  private String memoryLeft() {
    long[] free = new long[1];
    long[] total = new long[1];
    return JCudaDriver.cuMemGetInfo(free, total) == CUresult.CUDA_SUCCESS
        ? gib("%.2f GiB of %.2f GiB are free", free[0], total[0])
        // Without a context, the driver does not say what is free.
        : gib("the device has %.2f GiB; nvidia-smi shows who holds them", device.memoryBytes());
  }

  private static String gib(String format, long... bytes) {
    Object[] sizes = new Object[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      sizes[i] = bytes[i] / GIB;
    }
    return String.format(Locale.ROOT, format, sizes);
  }

  /**
   * Closes the streams and timers that are still open, makes current what was before if this is the
   * thread that opened it, and releases the context. All of it is done even where some fails.
   *
   * @throws ReplayException the first failure
   */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    Closing closing = new Closing();
    while (!parts.isEmpty()) {
      closing.step(parts.pop()::close);
    }
    if (Thread.currentThread() == thread) {
      closing.step(() -> calls.check("cuCtxSetCurrent", JCudaDriver.cuCtxSetCurrent(before)));
    }
    closing.step(
        () ->
            calls.check(
                "cuDevicePrimaryCtxRelease", JCudaDriver.cuDevicePrimaryCtxRelease(handle)));
    closing.end();
  }
}
