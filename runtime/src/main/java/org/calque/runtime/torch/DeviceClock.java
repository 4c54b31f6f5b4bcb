package org.calque.runtime.torch;

import org.calque.runtime.Device;
import org.calque.runtime.cuda.CudaContext;
import org.calque.runtime.linux.AvailableMemory;

/**
 * Waits for a device, and knows how long it worked and what memory it has left. Belongs to the
 * thread that opened it.
 */
interface DeviceClock extends AutoCloseable {

  /** The processor: work is done when the call that asked for it returns. */
  DeviceClock OF_CPU =
      new DeviceClock() {
        @Override
        public void started() {}

        @Override
        public void finished() {}

        @Override
        public void settle() {}

        @Override
        public long freeBytes() {
          return AvailableMemory.bytes();
        }

        @Override
        public void close() {}
      };

  /**
   * The clock of a device, for this thread.
   *
   * @throws org.calque.runtime.ReplayException if the device cannot be had
   */
  static DeviceClock of(Device device) {
    return device.kind() == Device.Kind.CPU
        ? OF_CPU
        : new CudaClock(CudaContext.open(device.index()));
  }

  /** Notes that measured work begins, without waiting for what was asked for before. */
  void started();

  /** Waits, once, for everything since {@link #started}, and adds its time to the process's. */
  void finished();

  /** Waits for everything that the device was asked for. */
  void settle();

  /** Bytes of memory that tensors on the device may still take. */
  long freeBytes();

  /** Frees what the clock holds. */
  @Override
  void close();
}
