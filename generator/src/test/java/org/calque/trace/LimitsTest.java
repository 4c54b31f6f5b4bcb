package org.calque.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.zip.GZIPOutputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** How large a trace may be: beyond a limit it is an error that names the option to raise it. */
class LimitsTest {
  private static final ReadLimits USUAL = ReadLimits.DEFAULT;

  private static ReadOptions within(ReadLimits limits) {
    return new ReadOptions(limits, false, bytes -> {});
  }

  private static void assertRefused(ThrowingCallable reading, String... message) {
    assertThatThrownBy(reading)
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContainingAll(message);
  }

  private static String node(String fields) {
    return "{\"schema\": \"1.0.1\", \"nodes\": [{\"name\": \"x\", \"id\": 2, " + fields + "}]}";
  }

  @Test
  void nesting() {
    String deep = node("\"inputs\": " + "[".repeat(20) + "]".repeat(20));
    ReadLimits flat =
        new ReadLimits(10, USUAL.stringBytes(), USUAL.nodes(), 64, 1L << 48, 1L << 30);

    assertThat(TraceText.read(deep).size()).isOne();
    assertRefused(
        () -> TraceText.read(deep, within(flat)),
        "a.json: byte ",
        "in node 2: lists or objects are nested more than 10 levels deep (--max-nesting)");
  }

  @Test
  void lengthOfAString() {
    String text = node("\"op_schema\": \"" + "x".repeat(2_000) + "\"");
    ReadLimits terse = new ReadLimits(64, 1_000, USUAL.nodes(), 64, 1L << 48, 1L << 30);

    assertThat(TraceText.read(text).size()).isOne();
    assertRefused(
        () -> TraceText.read(text, within(terse)),
        "in node 2: a string is longer than 1000 bytes (--max-string)");
  }

  @Test
  void numberOfNodes() {
    ReadLimits few = new ReadLimits(64, USUAL.stringBytes(), 100, 64, 1L << 48, 1L << 30);

    assertRefused(
        () -> ExecutionTraceReader.read(RealTraces.mlp(), within(few)),
        "mlp_train.et.json.gz",
        "there are more than 100 nodes (--max-nodes)");
  }

  @Test
  void dimensionsAndSizeOfATensor() {
    String tensor =
        node(
            "\"inputs\": [[1, 2, 0, 24, 4, \"cpu\"]], \"input_shapes\": [[2, 3, 4]],"
                + " \"input_types\": [\"Tensor(float)\"]");
    ReadLimits flat = new ReadLimits(64, USUAL.stringBytes(), 100, 2, 1L << 48, 1L << 30);
    ReadLimits small = new ReadLimits(64, USUAL.stringBytes(), 100, 3, 23, 1L << 30);

    assertThat(TraceText.read(tensor).size()).isOne();
    assertRefused(
        () -> TraceText.read(tensor, within(flat)), "3 dimensions", "(--max-tensor-rank)");
    assertRefused(
        () -> TraceText.read(tensor, within(small)),
        "float32[2, 3, 4] reaches over more than 23 elements (--max-tensor-elements)");
  }

  @Test
  void whatAFileUnpacksTo() throws IOException {
    ReadLimits tight = new ReadLimits(64, USUAL.stringBytes(), 1_000, 64, 1L << 48, 50_000);
    ByteArrayOutputStream bomb = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(bomb)) {
      zip.write("{\"schema\": ".getBytes());
      zip.write(" ".repeat(100_000).getBytes());
    }

    assertThat(Files.size(RealTraces.mlp())).isLessThan(50_000);
    assertRefused(
        () -> ExecutionTraceReader.read(RealTraces.mlp(), within(tight)),
        "it unpacks to more than 50000 bytes (--max-expanded)");
    assertRefused(() -> TraceText.read(bomb.toByteArray(), within(tight)), "(--max-expanded)");
  }
}
