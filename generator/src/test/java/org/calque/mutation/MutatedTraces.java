package org.calque.mutation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Prints what becomes of many mutated files, kind by kind, and keeps the ones of which a promise is
 * broken.
 *
 * <pre>{@code
 * java -Xmx512m -Dcalque.fixtures=DIR -cp TEST_CLASSPATH \
 *     org.calque.mutation.MutatedTraces 20000 SEED FOLDER
 * }</pre>
 */
public final class MutatedTraces {
  private static final int MOST_KEPT = 5;

  private MutatedTraces() {}

  /** Arguments: the number of files, a seed, and a folder for files that break a promise. */
  public static void main(String[] arguments) throws IOException {
    int files = Integer.parseInt(arguments[0]);
    long seed = Long.parseLong(arguments[1]);
    Path folder = Files.createDirectories(Path.of(arguments[2]));
    MutationTable table = new MutationTable();
    Map<String, Integer> broken = new TreeMap<>();
    long start = System.nanoTime();
    new MutationRun(
            seed,
            (outcome, file) -> {
              table.add(outcome);
              if (!outcome.problem().isEmpty()
                  && broken.merge(outcome.mutation().name(), 1, Integer::sum) <= MOST_KEPT) {
                keep(folder, outcome, file, broken.get(outcome.mutation().name()));
              }
            })
        .run(files);
    System.out.println(table);
    System.out.printf("%.0f s%n", (System.nanoTime() - start) / 1e9);
  }

  private static void keep(Path folder, Outcome outcome, byte[] file, int number) {
    String name = outcome.mutation().name().replace(' ', '_') + number + ".et.json";
    String problem = outcome.problem();
    System.out.println(name + ": " + problem.substring(0, Math.min(problem.length(), 1500)));
    try {
      Files.write(folder.resolve(name), file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
