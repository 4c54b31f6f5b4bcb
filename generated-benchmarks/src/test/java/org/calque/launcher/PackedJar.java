package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A packed jar, run as a user runs it.
 *
 * @param property the system property that names it
 * @param folder where it runs
 */
record PackedJar(String property, Path folder) {

  /** How a run ended, and what it printed. */
  record Outcome(int status, String output) {}

  /** A run that may not have ended. */
  record Run(Process process, Path output) {
    Outcome outcome() throws IOException, InterruptedException {
      assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
      return new Outcome(process.exitValue(), Files.readString(output));
    }
  }

  static PackedJar benchmarks(Path folder) {
    return new PackedJar("calque.benchmarks.jar", folder);
  }

  /** Starts it with options of the JVM. */
  Run start(List<String> jvm, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // These runs are not for their figures: another JMH on the machine does not matter.
    command.add("-Djmh.ignoreLock=true");
    command.addAll(jvm);
    command.addAll(List.of("-jar", System.getProperty(property)));
    command.addAll(arguments);
    Path output = Files.createTempFile(folder, "output", ".txt");
    return new Run(
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start(),
        output);
  }

  /** Runs it to its end. */
  Outcome run(List<String> arguments) throws IOException, InterruptedException {
    return start(List.of(), arguments).outcome();
  }
}
