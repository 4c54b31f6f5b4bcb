package org.calque.runtime;

import java.util.Map;
import java.util.TreeMap;

/**
 * Settings of the process's memory allocator, by the environment variables that would make them
 * (for glibc: mallopt(3)).
 *
 * @param variables names and values
 */
public record AllocatorSettings(Map<String, String> variables) {
  /** Nothing is set. */
  public static final AllocatorSettings NONE = new AllocatorSettings(Map.of());

  /** Freed memory stays in the process: nothing is mapped for one tensor, nothing trimmed. */
  static final AllocatorSettings RETAINED =
      of("MALLOC_MMAP_MAX_", "0", "MALLOC_TRIM_THRESHOLD_", Long.toString(Long.MAX_VALUE));

  /** Copies the map. */
  public AllocatorSettings {
    variables = Map.copyOf(variables);
  }

  /** Settings from names and values in turn. */
  public static AllocatorSettings of(String... namesAndValues) {
    Map<String, String> variables = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      variables.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new AllocatorSettings(variables);
  }
}
