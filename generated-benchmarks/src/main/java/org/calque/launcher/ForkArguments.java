package org.calque.launcher;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import org.calque.runtime.linux.MainArenaExecutor;

/** The JVM arguments that forks need beside the user's own. */
final class ForkArguments {
  /** Properties that decide which libraries a fork loads and how. */
  private static final List<String> INHERITED = List.of("calque.", "org.bytedeco.");

  /** From here on the JVM warns of native access that was not asked for. */
  private static final int ASKS_FOR_NATIVE_ACCESS = 22;

  /** From here on the JVM warns of {@code sun.misc.Unsafe}, which JMH uses. */
  private static final int WARNS_OF_UNSAFE = 24;

  private ForkArguments() {}

  /**
   * Arguments to append.
   *
   * @param feature feature release of the JVM that runs the forks
   * @param properties the launcher's system properties
   * @param users what the user appends, last so that it wins
   */
  static List<String> of(
      int feature, Properties properties, boolean oneThread, Collection<String> users) {
    List<String> arguments = new ArrayList<>();
    // Tensors live outside the heap; JavaCPP would measure them against the heap's size.
    arguments.add("-Dorg.bytedeco.javacpp.maxBytes=0");
    arguments.add("-Dorg.bytedeco.javacpp.maxPhysicalBytes=0");
    if (oneThread) {
      // JMH moves states of benchmarks between several threads of an executor that is not its own.
      arguments.add("-Djmh.executor=CUSTOM");
      arguments.add("-Djmh.executor.class=" + MainArenaExecutor.class.getName());
    }
    if (feature >= ASKS_FOR_NATIVE_ACCESS) {
      arguments.add("--enable-native-access=ALL-UNNAMED");
    }
    if (feature >= WARNS_OF_UNSAFE) {
      arguments.add("--sun-misc-unsafe-memory-access=allow");
    }
    properties.stringPropertyNames().stream()
        .filter(name -> INHERITED.stream().anyMatch(name::startsWith))
        .sorted()
        .forEach(name -> arguments.add("-D" + name + "=" + properties.getProperty(name)));
    arguments.addAll(users);
    return arguments;
  }
}
