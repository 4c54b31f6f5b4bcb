package org.calque.runtime.torch;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.bytedeco.javacpp.Loader;

/** The shared libraries that make up LibTorch. */
final class TorchFiles {
  /** LibTorch's own libraries, each after those that it needs. */
  static final List<String> IN_ORDER =
      List.of("libgomp.so.1", "libc10.so", "libtorch_cpu.so", "libtorch.so");

  /** The same where it is built with CUDA. */
  static final List<String> WITH_CUDA_IN_ORDER =
      List.of(
          "libgomp.so.1",
          "libc10.so",
          "libc10_cuda.so",
          "libtorch_cpu.so",
          "libtorch_cuda.so",
          "libtorch.so");

  private static final String FOLDER = "/org/bytedeco/pytorch/";

  private TorchFiles() {}

  /** Extracts a packaged library for the CPU into JavaCPP's cache, unless it is there. */
  static File extract(String name) throws IOException {
    return extract(name, Loader.getPlatform());
  }

  /**
   * Extracts a packaged library into JavaCPP's cache, unless it is there.
   *
   * @param platform such as {@code linux-x86_64}, with JavaCPP's extension for builds with CUDA
   */
  static File extract(String name, String platform) throws IOException {
    String resource = FOLDER + platform + "/" + name;
    File file = Loader.cacheResource(TorchFiles.class, resource);
    if (file == null) {
      throw new FileNotFoundException(
          resource + " is not on the class path; this build carries no LibTorch for " + platform);
    }
    return file;
  }

  /** Whether a library is packaged for a platform; does not make JavaCPP initialise itself. */
  static boolean isPacked(String name, String platform) {
    return TorchFiles.class.getResource(FOLDER + platform + "/" + name) != null;
  }
}
