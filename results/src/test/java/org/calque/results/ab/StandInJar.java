package org.calque.results.ab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A jar that answers JMH's command line at once with results that it was made with, and the program
 * in it.
 */
public final class StandInJar {
  private static final String CLASS = "org/calque/results/ab/StandInJar.class";

  private StandInJar() {}

  /**
   * Writes a jar.
   *
   * @param benchmarks each a name and its time in us/op, or the word {@code fails}
   */
  public static Path write(Path file, String... benchmarks) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, StandInJar.class.getName());
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest);
        InputStream code = StandInJar.class.getResourceAsStream("/" + CLASS)) {
      jar.putNextEntry(new JarEntry(CLASS));
      code.transferTo(jar);
      jar.putNextEntry(new JarEntry("benchmarks"));
      jar.write(String.join("\n", benchmarks).getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  /** Writes one record for each benchmark to the file after {@code -rff}. */
  public static void main(String[] arguments) throws IOException {
    List<String> words = Arrays.asList(arguments);
    if (words.contains("Broken")) {
      System.out.println("ERROR: it is broken");
      System.exit(1);
    }
    List<String> lines;
    try (InputStream in = StandInJar.class.getResourceAsStream("/benchmarks")) {
      lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
    StringBuilder records = new StringBuilder();
    for (String line : lines) {
      String name = line.substring(0, line.indexOf(' '));
      String time = line.substring(line.indexOf(' ') + 1);
      System.out.println("# JMH version: 1.37");
      System.out.println("# Threads: 1 thread, will synchronize iterations");
      System.out.println("# Benchmark mode: Average time, time/op");
      System.out.println("# Benchmark: " + name);
      if (time.equals("fails")) {
        System.out.println("<failure>\n\njava.lang.IllegalStateException: told to fail");
        continue;
      }
      System.out.println("Result \"" + name + "\":");
      double score = Double.parseDouble(time) * (1 + (System.nanoTime() % 1000) * 1e-5);
      records.append(records.isEmpty() ? "" : ",").append(record(name, score));
    }
    Files.writeString(
        Path.of(words.get(words.indexOf("-rff") + 1)), "[" + records + "]", StandardCharsets.UTF_8);
  }

  private static String record(String name, double score) {
    return """
        {"benchmark": "%s", "mode": "avgt", "threads": 1, "forks": 1, "jdkVersion": "17.0.15",
         "vmName": "Stand-in", "vmVersion": "1", "jvmArgs": [], "measurementBatchSize": 1,
         "primaryMetric": {"score": %s, "scoreError": "NaN", "scoreUnit": "us/op",
         "rawData": [[%s]]}, "secondaryMetrics": {}}
        """
        .formatted(name, score, score);
  }
}
