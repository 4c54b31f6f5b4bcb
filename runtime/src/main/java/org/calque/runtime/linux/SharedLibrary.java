package org.calque.runtime.linux;

import com.sun.jna.Library;
import com.sun.jna.NativeLibrary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Native libraries that Java calls nothing of: they do what they do when they are loaded. */
public final class SharedLibrary {
  /** {@code RTLD_NOW} of {@code dlfcn.h}. */
  private static final int NOW = 2;

  /** JNA unloads what nothing refers to. */
  private static final List<NativeLibrary> LOADED = new ArrayList<>();

  private SharedLibrary() {}

  /**
   * Loads a library for the rest of the process. All its symbols are looked up at once, so that a
   * missing one is an error here, and does not end the process where it is called first.
   *
   * @throws UnsatisfiedLinkError if it cannot be loaded, with the linker's reason
   */
  public static synchronized void load(Path file) {
    try {
      LOADED.add(
          NativeLibrary.getInstance(file.toString(), Map.of(Library.OPTION_OPEN_FLAGS, NOW)));
    } catch (UnsatisfiedLinkError e) {
      // JNA says that it failed, and in the next lines what the linker said of each place.
      String reason = e.getMessage().lines().skip(1).findFirst().orElse(e.getMessage());
      String place = file + ": ";
      throw new UnsatisfiedLinkError(
          reason.startsWith(place) ? reason.substring(place.length()) : reason);
    }
  }
}
