package org.calque.launcher;

import java.nio.file.Path;
import java.util.List;
import org.calque.runtime.Device;
import org.calque.runtime.Engine;
import picocli.CommandLine.Option;

/** The options that say what runs operators, and where. */
final class EngineOptions {
  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description =
          "Where operators run: cpu, cuda, cuda:N, or auto, which is the first CUDA device that can"
              + " be used, else the CPU (default: auto, to verify cpu).")
  private String device;

  @Option(
      names = OperatorLibraryOption.OPTION,
      paramLabel = "FILE",
      description = "A library of further operators to load into LibTorch; may be given again.")
  private List<Path> libraries = List.of();

  /** The engine, which loads the libraries that were given. */
  Engine engine() {
    OperatorLibraryOption.add(libraries);
    return Engine.find();
  }

  /** The device as the user names it. */
  String word() {
    return wordOr("auto");
  }

  /** The device as the user names it, or another where the user names none. */
  String wordOr(String other) {
    return device == null ? other : device;
  }

  /**
   * The device.
   *
   * @throws org.calque.runtime.ReplayException if there is none of that name
   */
  Device device(Engine engine) {
    return engine.device(word());
  }
}
