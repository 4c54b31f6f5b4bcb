package org.calque.results.figures;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How long {@code java -jar results.jar diff} takes on large files, start of the virtual machine
 * and reading included. Arguments: the jar, and a folder for the files.
 */
final class DiffSpeed {
  private static final int TIMES = 7;

  private DiffSpeed() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Path jar = Path.of(args[0]);
    Path folder = Files.createDirectories(Path.of(args[1]));
    time(jar, folder, "10,000 rows", new JmhFile(10_000, 12, 5, 0));
    time(jar, folder, "raw data, 200 MB", new JmhFile(600, 20, 400, 0), "-Xmx1g");
    time(jar, folder, "histograms, 200 MB", new JmhFile(100, 10, 5, 1_000), "-Xmx1g");
  }

  private static void time(Path jar, Path folder, String name, JmhFile kind, String... vm)
      throws IOException, InterruptedException {
    Path base = kind.write(folder.resolve("base.json"), 1);
    Path head = kind.write(folder.resolve("head.json"), 2);
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(Arrays.asList(vm));
    command.addAll(List.of("-jar", jar.toString(), "diff", base.toString(), head.toString()));
    double[] seconds = new double[TIMES];
    int code = 0;
    for (int i = 0; i < TIMES; i++) {
      long start = System.nanoTime();
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(folder.resolve("out.txt").toFile())
              .redirectErrorStream(true)
              .start();
      code = process.waitFor();
      seconds[i] = (System.nanoTime() - start) / 1e9;
    }
    Arrays.sort(seconds);
    System.out.printf(
        Locale.ROOT,
        "%s: %d MB each, exit %d, best %.2f s, median %.2f s of %d%n",
        name,
        Files.size(base) / 1_000_000,
        code,
        seconds[0],
        seconds[TIMES / 2],
        TIMES);
  }

  private static String java() {
    return System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
  }
}
