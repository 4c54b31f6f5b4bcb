package org.calque.mutation;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.calque.trace.RealTraces;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls of real traces without what damage may leave out: arguments, results, or both. */
class EmptySidesTest {
  private static final Pattern INPUTS = side("inputs");
  private static final Pattern OUTPUTS = side("outputs");
  private static final String EMPTY = "{\"values\":[],\"shapes\":[],\"types\":[],\"strides\":[]}";

  private static Pattern side(String name) {
    return Pattern.compile("(\"" + name + "\": ?)\\{[^{}]*}");
  }

  static Stream<Path> traces() {
    return RealTraces.all().stream();
  }

  @ParameterizedTest
  @MethodSource("traces")
  void callsWithoutResultsArePlannedOrRefused(Path trace) throws IOException {
    isPlannedOrRefused(trace, OUTPUTS);
  }

  @ParameterizedTest
  @MethodSource("traces")
  void callsWithoutArgumentsArePlannedOrRefused(Path trace) throws IOException {
    isPlannedOrRefused(trace, INPUTS);
  }

  /** All at once, and some here and there, so that the others still have memory to share. */
  private static void isPlannedOrRefused(Path file, Pattern side) throws IOException {
    byte[] json;
    try (GZIPInputStream packed = new GZIPInputStream(Files.newInputStream(file))) {
      json = packed.readAllBytes();
    }
    SourceTrace source = SourceTrace.of(file.toString(), json);
    for (double share : new double[] {1, 0.5, 0.1}) {
      Random random = new Random(7);
      SourceTrace damaged =
          source.with(
              source.nodes().stream()
                  .map(node -> random.nextDouble() < share ? without(node, side) : node)
                  .toList());
      byte[] bytes = damaged.text().getBytes(StandardCharsets.ISO_8859_1);
      assertThatCode(() -> Sample.plan(Sample.read(bytes, false)))
          .as("%s, %.0f %% of the calls", file, 100 * share)
          .doesNotThrowAnyException();
    }
  }

  private static String without(String node, Pattern side) {
    return side.matcher(node).replaceAll("$1" + Matcher.quoteReplacement(EMPTY));
  }
}
