package org.calque.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.calque.runtime.ReplayException;

/**
 * The command line without the launcher's own options, which JMH does not know.
 *
 * @param store folder that runs are stored in, or {@code null} for none
 * @param lazy whether benchmarks allocate at the first use
 * @param maxMemory most memory that tensors may take, or {@code null} for all there is
 * @param jmh everything else, for JMH
 */
record LauncherArguments(Path store, boolean lazy, String maxMemory, List<String> jmh) {
  private static final Path DEFAULT_STORE = Path.of("results", "runs");

  static LauncherArguments parse(List<String> arguments) {
    Path store = DEFAULT_STORE;
    boolean lazy = false;
    String maxMemory = null;
    List<String> jmh = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      switch (arguments.get(i)) {
        case "--no-store" -> store = null;
        case "--lazy" -> lazy = true;
        case "--store" -> store = Path.of(value(arguments, ++i, "a folder"));
        case MemoryBound.OPTION ->
            maxMemory = value(arguments, ++i, "a size: " + MemoryBound.SYNTAX);
        default -> jmh.add(arguments.get(i));
      }
    }
    return new LauncherArguments(store, lazy, maxMemory, jmh);
  }

  private static String value(List<String> arguments, int i, String what) {
    if (i == arguments.size()) {
      throw new ReplayException(arguments.get(i - 1) + " needs " + what);
    }
    return arguments.get(i);
  }
}
