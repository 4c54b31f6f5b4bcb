package org.calque.runtime.torch;

/** Waits for a device and knows how long it worked. Belongs to the thread that opened it. */
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
        public void close() {}
      };

  /** Notes that measured work begins, without waiting for what was asked for before. */
  void started();

  /** Waits, once, for everything since {@link #started}, and adds its time to the process's. */
  void finished();

  /** Waits for everything that the device was asked for. */
  void settle();

  /** Frees what the clock holds. */
  @Override
  void close();
}
