package org.calque.runtime.torch;

import org.calque.runtime.Device;
import org.calque.runtime.DeviceTime;
import org.calque.runtime.ReplayException;

/** Main class of forks: times invocations that leave a CUDA device idle. */
final class ForkedClock {
  private ForkedClock() {}

  public static void main(String[] arguments) {
    try (DeviceClock clock = DeviceClock.of(Device.cuda(0))) {
      System.out.println("free: " + clock.freeBytes());
      clock.settle();
      System.out.println("settled: " + DeviceTime.nanoseconds());
      for (int i = 0; i < 3; i++) {
        clock.started();
        clock.finished();
      }
      System.out.println("timed: " + (DeviceTime.nanoseconds() > 0));
    }
    try {
      new TorchEngine().device("cuda");
    } catch (ReplayException e) {
      System.out.println("refused: " + e.getMessage());
    }
    System.out.println("auto: " + new TorchEngine().device("auto"));
  }
}
