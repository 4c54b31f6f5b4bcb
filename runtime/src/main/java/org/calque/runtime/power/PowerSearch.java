package org.calque.runtime.power;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where sources look for sensors.
 *
 * @param root root of the file system whose {@code sys} is read; a container may have the host's
 *     elsewhere
 * @param environment of the process, which may say which devices are its own
 * @param command prints watts, for the source {@code command}; empty for none
 */
public record PowerSearch(Path root, Map<String, String> environment, String command) {
  /** This machine and this process. */
  public static PowerSearch here() {
    return new PowerSearch(Path.of("/"), System.getenv(), "");
  }

  public PowerSearch {
    environment = Map.copyOf(environment);
  }
}
