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

  private TorchFiles() {}

  /** Extracts a packaged library into JavaCPP's cache, unless it is there. */
  static File extract(String name) throws IOException {
    String resource = "/org/bytedeco/pytorch/" + Loader.getPlatform() + "/" + name;
    File file = Loader.cacheResource(TorchFiles.class, resource);
    if (file == null) {
      throw new FileNotFoundException(
          resource
              + " is not on the class path; this build carries no LibTorch for "
              + Loader.getPlatform());
    }
    return file;
  }
}
