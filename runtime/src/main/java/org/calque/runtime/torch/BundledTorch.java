package org.calque.runtime.torch;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas;
import org.bytedeco.pytorch.global.torch;

/** The LibTorch that JavaCPP packages as resources and extracts into its cache. */
final class BundledTorch {
  private BundledTorch() {}

  /**
   * Extracts everything, then loads it by absolute path in the order of dependency, and only then
   * lets JavaCPP bind to it. JavaCPP alone loads {@code libtorch.so} before {@code libtorch_cpu.so}
   * is extracted: the dynamic linker then takes another LibTorch from {@code LD_LIBRARY_PATH} or
   * the system, and the JVM crashes.
   */
  static void load() throws IOException {
    Loader.load(openblas.class);
    List<File> libraries = new ArrayList<>();
    for (String name : TorchFiles.IN_ORDER) {
      libraries.add(TorchFiles.extract(name));
    }
    for (File library : libraries) {
      System.load(library.getAbsolutePath());
    }
    Loader.load(torch.class);
  }
}
