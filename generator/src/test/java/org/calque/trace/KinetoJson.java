package org.calque.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** A hand-made timeline, written as PyTorch's profiler writes one. Times are in microseconds. */
final class KinetoJson {
  private static final JsonMapper JSON = JsonMapper.shared();
  private final List<Object> events = new ArrayList<>();

  /** An operator on the CPU, numbered in the order of calls. */
  KinetoJson operator(String name, int thread, Number start, Number duration, Object... further) {
    Map<String, Object> arguments = arguments(further);
    arguments.putIfAbsent("Ev Idx", events.size());
    return event("cpu_op", name, 1, thread, start, duration, arguments);
  }

  /** A call of the runtime. */
  KinetoJson launch(int correlation, int thread, Number start) {
    Map<String, Object> arguments = arguments("correlation", correlation);
    return event("cuda_runtime", "cudaLaunchKernel", 1, thread, start, 1, arguments);
  }

  /** A kernel that such a call launched. */
  KinetoJson kernel(int correlation, int stream, Number start, Number duration) {
    Map<String, Object> arguments =
        arguments("correlation", correlation, "External id", correlation, "stream", stream);
    return event("kernel", "gemm", 0, stream, start, duration, arguments);
  }

  private static Map<String, Object> arguments(Object... pairs) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      arguments.put((String) pairs[i], pairs[i + 1]);
    }
    return arguments;
  }

  /** An event of any category. */
  KinetoJson event(
      String category,
      String name,
      int process,
      int thread,
      Number start,
      Number duration,
      Map<String, Object> arguments) {
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("ph", "X");
    event.put("cat", category);
    event.put("name", name);
    event.put("pid", process);
    event.put("tid", thread);
    event.put("ts", start);
    event.put("dur", duration);
    event.put("args", arguments);
    events.add(event);
    return this;
  }

  /** The file's text. */
  String text() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("schemaVersion", 1);
    document.put("traceEvents", events);
    document.put("traceName", "hand-made");
    return JSON.writeValueAsString(document);
  }

  /** What the reader makes of the file. */
  KinetoTrace read() {
    return read(text());
  }

  /** What the reader makes of a text. */
  static KinetoTrace read(String text) {
    return read(text, ReadOptions.DEFAULT);
  }

  /** What the reader makes of a text. */
  static KinetoTrace read(String text, ReadOptions options) {
    try {
      Path file = Files.createTempFile("hand-made", ".kineto.json");
      try {
        Files.writeString(file, text);
        return KinetoReader.read(file, options);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
