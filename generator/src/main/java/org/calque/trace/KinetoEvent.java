package org.calque.trace;

import java.nio.charset.StandardCharsets;

/** The fields of one event while it is read; the object is used again for the next event. */
final class KinetoEvent {
  /** A number that is not there. */
  static final long NONE = Long.MIN_VALUE;

  private static final String RUNTIME = "_runtime";
  private static final String DRIVER = "_driver";

  /** What is read of an event's category. */
  enum Category {
    /** An operator or a label on the CPU. */
    CPU,
    /** A call of the device's runtime or driver. */
    LAUNCH,
    /** A kernel. */
    KERNEL,
    /** A copy from, to or on the device. */
    COPY,
    /** A fill of device memory. */
    FILL,
    /** Anything else. */
    OTHER
  }

  /** Whether it has a start and a duration. */
  boolean hasDuration;

  Category category = Category.OTHER;
  byte[] name = new byte[256];
  int nameLength;
  long process;
  long thread;
  long start;
  long duration;
  long externalId;
  long eventIndex;
  long recordFunction;
  long sequence;
  long correlation;
  long stream;
  long device;

  /** Whether its arguments, the last that is written of an event, have ended. */
  boolean complete;

  void clear() {
    hasDuration = false;
    category = Category.OTHER;
    nameLength = 0;
    process = NONE;
    thread = NONE;
    start = NONE;
    duration = NONE;
    externalId = NONE;
    eventIndex = NONE;
    recordFunction = NONE;
    sequence = NONE;
    correlation = NONE;
    stream = NONE;
    device = NONE;
    complete = false;
  }

  void name(byte[] bytes, int from, int to) {
    nameLength = to - from;
    if (nameLength > name.length) {
      name = new byte[Math.max(nameLength, name.length * 2)];
    }
    System.arraycopy(bytes, from, name, 0, nameLength);
  }

  /**
   * Runtimes and drivers of all vendors are called so: {@code cuda_runtime}, {@code xpu_driver}.
   */
  void category(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
    category =
        switch (text) {
          case "cpu_op", "user_annotation" -> Category.CPU;
          case "kernel" -> Category.KERNEL;
          case "gpu_memcpy" -> Category.COPY;
          case "gpu_memset" -> Category.FILL;
          default ->
              text.endsWith(RUNTIME) || text.endsWith(DRIVER) ? Category.LAUNCH : Category.OTHER;
        };
  }
}
