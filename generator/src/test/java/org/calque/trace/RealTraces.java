package org.calque.trace;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Recorded traces: our own, and a public collection where the machine has one. */
public final class RealTraces {
  private static final Path OWN = Path.of("..", "generated-benchmarks", "traces");

  private RealTraces() {}

  /** The smallest training step with every phase of a real one. */
  public static Path mlp() {
    return Path.of("src", "test", "resources", "traces", "mlp_train.et.json.gz");
  }

  /** A file among the small recordings that each show one thing; its README says which. */
  public static Path recording(String file) {
    return Path.of("src", "test", "resources", "traces", file);
  }

  /** The trace of a small recording. */
  public static ExecutionTrace recorded(String name) {
    return ExecutionTraceReader.read(recording(name + ".et.json.gz"));
  }

  /** The text of a small recording. */
  public static String recordedText(String name) {
    return TraceText.text(recording(name + ".et.json.gz"));
  }

  /** The trace of a file with the times of the timeline beside it, if there is one. */
  public static ExecutionTrace timed(Path file) {
    ExecutionTrace trace = ExecutionTraceReader.read(file);
    String name = file.getFileName().toString();
    Path timeline = file.resolveSibling(name.replace(".et.json", ".kineto.json"));
    return name.contains(".et.json") && Files.exists(timeline)
        ? trace.withTimings(KinetoJoin.of(trace, KinetoReader.read(timeline)))
        : trace;
  }

  /** A workload of the suite. */
  public static Path own(String workload) {
    return OWN.resolve(workload + ".et.json.gz");
  }

  /** Every trace that is committed, the small one first. */
  public static List<Path> all() {
    try (Stream<Path> files = Files.list(OWN)) {
      return Stream.concat(
              Stream.of(mlp()),
              files.filter(file -> file.toString().endsWith(".et.json.gz")).sorted())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A file of the collection that {@code -Dcalque.fixtures=DIR} names; without it the test skips.
   */
  public static Path fixture(String file) {
    String folder = System.getProperty("calque.fixtures", "");
    Path path = Path.of(folder, file);
    assumeTrue(
        !folder.isEmpty() && Files.exists(path),
        () -> file + " is needed; name its folder with -Dcalque.fixtures=DIR");
    return path;
  }
}
