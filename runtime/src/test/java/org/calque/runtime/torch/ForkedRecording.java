package org.calque.runtime.torch;

import static org.calque.runtime.Operand.slot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.calque.runtime.Recording;

/** Main class of forks: records an operator, and tells whether it is in the file. */
final class ForkedRecording {
  private ForkedRecording() {}

  public static void main(String[] arguments) throws IOException {
    Path file = Files.createTempFile("forked", ".et.json");
    try (TestFrame frame = new TestFrame()) {
      int tensor = frame.range(2);
      try (Recording recording = new TorchEngine().record(file)) {
        frame.call("aten::relu", slot(tensor));
      }
      System.out.println("recorded: " + Files.readString(file).contains("aten::relu"));
    } finally {
      Files.delete(file);
    }
  }
}
