package org.calque.runtime.torch;

/** Settings that JavaCPP reads in its static initialisers, hence before its first class is used. */
final class JavaCppSettings {
  private static final String PREFIX = "org.bytedeco.javacpp.";

  private JavaCppSettings() {}

  /**
   * Applies the settings, where the user has not.
   *
   * @param pathsFirst whether libraries are searched for in folders before resources
   */
  static void apply(boolean pathsFirst) {
    // JavaCPP refuses to allocate once the process holds more than 4 * -Xmx of physical memory. A
    // model's tensors live outside the heap and have nothing to do with -Xmx.
    setIfAbsent("maxBytes", "0");
    setIfAbsent("maxPhysicalBytes", "0");
    if (pathsFirst) {
      System.setProperty(PREFIX + "pathsFirst", "true");
    }
    doNotWarnOfOpenBlas();
  }

  /**
   * JavaCPP warns on standard error, in every fork, that OpenBLAS was packaged for another JavaCPP.
   * The POM pairs them on purpose: both use the same C interface. JavaCPP checks when it
   * initialises this class, and warns only if it may load libraries, which this class does not
   * need.
   */
  private static void doNotWarnOfOpenBlas() {
    String before = System.setProperty(PREFIX + "loadLibraries", "false");
    try {
      Class.forName("org.bytedeco.openblas.presets.openblas_nolapack");
    } catch (ClassNotFoundException e) {
      throw new LinkageError("OpenBLAS is not on the class path", e);
    } finally {
      if (before == null) {
        System.clearProperty(PREFIX + "loadLibraries");
      } else {
        System.setProperty(PREFIX + "loadLibraries", before);
      }
    }
  }

  private static void setIfAbsent(String name, String value) {
    if (System.getProperty(PREFIX + name) == null) {
      System.setProperty(PREFIX + name, value);
    }
  }
}
