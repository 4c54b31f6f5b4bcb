package org.calque.runtime.torch;

import static org.calque.runtime.Operand.written;
import static org.calque.runtime.Result.dropped;

import java.util.Arrays;
import java.util.List;
import org.calque.runtime.Device;
import org.calque.runtime.ReplayException;

/** Main class of forks: runs an operator of a library that was named. */
final class ForkedOperator {
  private ForkedOperator() {}

  public static void main(String[] arguments) {
    try {
      TorchEngine engine = new TorchEngine();
      engine
          .library()
          .operatorLibraries()
          .forEach(library -> System.out.println(library.file() + ": " + library.operators()));
      System.out.println("support: " + engine.support("calque_test::twice_", Device.CPU).kind());
      try (TestFrame frame = new TestFrame()) {
        int tensor = frame.range(3);
        frame.run("calque_test::twice_", List.of(written(tensor)), dropped());
        System.out.println("twice: " + Arrays.toString(frame.read(tensor)));
      }
    } catch (ReplayException e) {
      System.out.println("refused: " + e.getMessage());
    }
  }
}
