package org.calque.runtime;

/**
 * Where operators run.
 *
 * @param kind of device
 * @param index which of several, from 0; the CPU is one
 */
public record Device(Kind kind, int index) {
  /** The processor that runs this program. */
  public static final Device CPU = new Device(Kind.CPU, 0);

  /** Kinds of devices. */
  public enum Kind {
    /** The processor that runs this program. */
    CPU,
    /** A device of NVIDIA's. */
    CUDA
  }

  /** Checks the index. */
  public Device {
    if (index < 0 || (kind == Kind.CPU && index != 0)) {
      throw new ReplayException("there is no device " + index + " of kind " + kind);
    }
  }

  /** A CUDA device. */
  public static Device cuda(int index) {
    return new Device(Kind.CUDA, index);
  }

  /** As users and LibTorch name it: {@code cpu}, {@code cuda:0}. */
  @Override
  public String toString() {
    return kind == Kind.CPU ? "cpu" : "cuda:" + index;
  }
}
