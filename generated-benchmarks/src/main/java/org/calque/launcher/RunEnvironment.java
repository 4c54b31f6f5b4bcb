package org.calque.launcher;

import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The variables of the environment that a run is to be judged by. */
final class RunEnvironment {
  private static final Set<String> NAMES =
      Set.of("GLIBC_TUNABLES", "LD_PRELOAD", "THP_MEM_ALLOC_ENABLE", "OMP_NUM_THREADS");
  private static final String MALLOC = "MALLOC_";

  private RunEnvironment() {}

  /** Those of this process, which its forks inherit. */
  static SortedMap<String, String> current() {
    return of(System.getenv());
  }

  static SortedMap<String, String> of(Map<String, String> environment) {
    SortedMap<String, String> variables = new TreeMap<>(environment);
    variables.keySet().removeIf(name -> !NAMES.contains(name) && !name.startsWith(MALLOC));
    return variables;
  }
}
