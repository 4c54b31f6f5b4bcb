package org.calque.runtime.linux;

import com.sun.jna.Function;
import com.sun.jna.NativeLibrary;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.calque.runtime.AllocatorSettings;
import org.calque.runtime.ReplayException;

/**
 * glibc's memory allocator. Its settings are those of mallopt(3), named as the environment names
 * them; the environment itself is read only when a process starts.
 */
public final class Malloc {
  /** Numbers from {@code malloc.h}. */
  private static final Map<String, Integer> PARAMETERS =
      Map.of(
          "MALLOC_TRIM_THRESHOLD_", -1,
          "MALLOC_TOP_PAD_", -2,
          "MALLOC_MMAP_THRESHOLD_", -3,
          "MALLOC_MMAP_MAX_", -4);

  /** Only whether threads share memory depends on it; see {@link MainArena}. */
  private static final String ARENAS = "MALLOC_ARENA_MAX";

  private static final Set<String> WARNED = new HashSet<>();

  private Malloc() {}

  /**
   * Makes settings for the whole process. One that can be made only when a process starts has to be
   * in its environment; if it is not, that is said on standard error, once.
   *
   * @throws ReplayException if the C library has no such settings, or refuses a value
   */
  public static synchronized void apply(AllocatorSettings settings) {
    new TreeMap<>(settings.variables())
        .forEach(
            (name, value) -> {
              if (PARAMETERS.containsKey(name)) {
                set(name, value);
              } else if (!name.equals(ARENAS)
                  && !Objects.equals(System.getenv(name), value)
                  && WARNED.add(name)) {
                System.err.println(
                    "calque: the recording ran with "
                        + name
                        + "="
                        + value
                        + "; set it in the environment of java for the same allocator");
              }
            });
  }

  private static void set(String name, String value) {
    try {
      long wanted = Long.parseLong(value);
      // -1 stands for the largest size, beyond what an int can say.
      int passed = wanted > Integer.MAX_VALUE ? -1 : (int) wanted;
      Function mallopt = NativeLibrary.getInstance("c").getFunction("mallopt");
      if (mallopt.invokeInt(new Object[] {PARAMETERS.get(name), passed}) != 1) {
        throw refused(name, value, "the C library refuses it", null);
      }
    } catch (NumberFormatException e) {
      throw refused(name, value, "it is no number", e);
    } catch (LinkageError e) {
      throw refused(name, value, "the C library is not glibc", e);
    }
  }

  private static ReplayException refused(String name, String value, String why, Throwable cause) {
    return new ReplayException(
        name
            + "="
            + value
            + " cannot be set: "
            + why
            + "; choose -p allocator=system to leave the allocator as it is",
        cause);
  }
}
