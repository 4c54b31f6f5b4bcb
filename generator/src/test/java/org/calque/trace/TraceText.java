package org.calque.trace;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Reads traces from text in memory. */
public final class TraceText {
  private TraceText() {}

  /** The only trace in a text. */
  public static ExecutionTrace read(String json) {
    return read(json, ReadOptions.DEFAULT);
  }

  static ExecutionTrace read(String json, ReadOptions options) {
    return read(json.getBytes(StandardCharsets.UTF_8), options);
  }

  static ExecutionTrace read(byte[] bytes, ReadOptions options) {
    List<ExecutionTrace> traces = new ArrayList<>();
    ExecutionTraceReader.readAll(
        "a.json", "a.json", new ByteArrayInputStream(bytes), options, traces::add);
    return traces.get(0);
  }

  /** The text of a gzipped file. */
  public static String text(Path file) {
    try (GZIPInputStream zip = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(zip.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
