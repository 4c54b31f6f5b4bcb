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
 * @param jmh everything else, for JMH
 */
record LauncherArguments(Path store, boolean lazy, List<String> jmh) {
  private static final Path DEFAULT_STORE = Path.of("results", "runs");

  static LauncherArguments parse(List<String> arguments) {
    Path store = DEFAULT_STORE;
    boolean lazy = false;
    List<String> jmh = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      switch (arguments.get(i)) {
        case "--no-store" -> store = null;
        case "--lazy" -> lazy = true;
        case "--store" -> {
          if (++i == arguments.size()) {
            throw new ReplayException("--store needs a folder");
          }
          store = Path.of(arguments.get(i));
        }
        default -> jmh.add(arguments.get(i));
      }
    }
    return new LauncherArguments(store, lazy, jmh);
  }
}
