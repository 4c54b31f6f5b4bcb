package org.calque.runtime.torch;

/** Main class of a fork: holds more memory in tensors than JavaCPP allows for a small heap. */
final class ForkedLargeTensors {
  private ForkedLargeTensors() {}

  public static void main(String[] arguments) {
    try (TestFrame frame = new TestFrame()) {
      frame.filled(1, 64 << 20);
      frame.filled(1, 64 << 20);
      // JavaCPP looks at physical memory now and then, when it makes an object of its own.
      for (int i = 0; i < 100; i++) {
        frame.describe(frame.filled(1, 1));
      }
      System.out.println("resident: " + Math.round(ProcessMemory.residentMib()));
    }
  }
}
