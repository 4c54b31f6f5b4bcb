package org.calque.runtime.cuda;

import java.io.IOException;
import java.io.InputStream;
import jcuda.JCudaVersion;
import jcuda.LibUtils;

/**
 * A native library of JCuda, with the class that loads it when it is initialised.
 *
 * <p>Left alone, that class writes the library to a fixed name in {@code java.io.tmpdir}, unless a
 * file is there: a JVM that starts at the same time maps a file which is still being written, and
 * dies of SIGBUS. So the library is unpacked here, and the class is made to find it there.
 */
enum JCudaLibrary {
  /** The CUDA runtime, which needs no driver. */
  RUNTIME("JCudaRuntime", "jcuda.runtime.JCuda"),

  /** What calls the driver; cannot be loaded without one. */
  DRIVER("JCudaDriver", "jcuda.driver.JCudaDriver");

  private static final String TEMPORARY_FOLDER = "java.io.tmpdir";

  private final String baseName;
  private final String className;
  private boolean loaded;

  JCudaLibrary(String baseName, String className) {
    this.baseName = baseName;
    this.className = className;
  }

  /**
   * Loads the library, unless it is loaded.
   *
   * @throws IOException if it cannot be unpacked
   * @throws LinkageError if it cannot be loaded; the class cannot be used in this process then
   */
  void load() throws IOException {
    synchronized (JCudaLibrary.class) {
      if (!loaded) {
        loadOnce();
        loaded = true;
      }
    }
  }

  private void loadOnce() throws IOException {
    String file =
        LibUtils.createLibraryFileName(
            LibUtils.createPlatformLibraryName(baseName + "-" + JCudaVersion.get()));
    try (InputStream resource = LibUtils.class.getResourceAsStream("/lib/" + file)) {
      if (resource == null) {
        // A platform of which this build carries nothing; java.library.path may have a library.
        initialise();
        return;
      }
      try (UnpackedFile unpacked =
          UnpackedFile.of(file, resource.readAllBytes(), "jcuda-" + JCudaVersion.get())) {
        initialiseIn(unpacked.folder().toString());
      }
    }
  }

  /** JCuda offers no other way to name the folder; the property is read at each use. */
  private void initialiseIn(String folder) {
    String before = System.setProperty(TEMPORARY_FOLDER, folder);
    try {
      initialise();
    } finally {
      if (before == null) {
        System.clearProperty(TEMPORARY_FOLDER);
      } else {
        System.setProperty(TEMPORARY_FOLDER, before);
      }
    }
  }

  private void initialise() {
    try {
      Class.forName(className);
    } catch (ClassNotFoundException e) {
      throw new LinkageError("JCuda is not on the class path", e);
    }
  }
}
