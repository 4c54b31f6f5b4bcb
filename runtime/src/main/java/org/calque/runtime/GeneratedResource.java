package org.calque.runtime;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A text beside a generated class, named after it.
 *
 * @param generated the class
 * @param suffix what follows its name and a dot
 */
record GeneratedResource(Class<?> generated, String suffix) {

  /**
   * Its lines.
   *
   * @throws ReplayException if it is missing or cannot be read
   */
  List<String> lines() {
    String name = generated.getSimpleName() + "." + suffix;
    try (InputStream stream = generated.getResourceAsStream(name)) {
      if (stream == null) {
        throw new ReplayException(
            generated.getName() + ": its resource " + name + " is missing; generate it again");
      }
      return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))
          .lines()
          .toList();
    } catch (IOException e) {
      throw new ReplayException(name + " cannot be read: " + e.getMessage(), e);
    }
  }
}
