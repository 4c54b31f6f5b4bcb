package org.calque.runtime.torch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.global.openblas;

/** A LibTorch with CUDA that JavaCPP packages, where one is on the class path. */
final class CudaTorch {
  private static final String PLATFORM = "linux-x86_64-gpu";

  /** Loaded by LibTorch itself, from beside its other libraries, when it is needed. */
  private static final String LATER = "libtorch_cuda_linalg.so";

  private CudaTorch() {}

  static boolean isPacked() {
    return TorchFiles.isPacked("libtorch_cuda.so", PLATFORM);
  }

  /**
   * Extracts everything, then loads it as an installed one: JavaCPP's binding is that for the CPU,
   * which must not bring its own LibTorch.
   */
  static void load() throws IOException {
    Loader.load(openblas.class);
    File any = TorchFiles.extract(LATER, PLATFORM);
    for (String name : TorchFiles.WITH_CUDA_IN_ORDER) {
      TorchFiles.extract(name, PLATFORM);
    }
    new InstalledTorch(Path.of(any.getParent()), "LibTorch with CUDA").load();
  }
}
