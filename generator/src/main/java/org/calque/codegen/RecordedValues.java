package org.calque.codegen;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.calque.replay.Storage;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.IntegerDump;
import org.calque.trace.TraceFormatException;
import org.calque.values.ValueRule;

/** Recorded elements of tensors, each tensor's in a resource of its own beside the class. */
final class RecordedValues {
  private RecordedValues() {}

  /** What the resource of a tensor is called, after the class. */
  static String name(ValueRule.Recorded rule) {
    return rule.node() + "." + rule.ordinal();
  }

  /**
   * The text of each resource of a program by name: the bytes of the elements in Base64.
   *
   * @throws TraceFormatException if a file beside the trace cannot be read any more
   */
  static Map<String, String> of(Iterable<Storage> storages, ExecutionTrace trace) {
    Map<ValueRule.Recorded, IntegerDump> dumps = new HashMap<>();
    trace
        .dumps()
        .forEach(dump -> dumps.put(new ValueRule.Recorded(dump.node(), dump.ordinal()), dump));
    Map<String, String> texts = new HashMap<>();
    for (Storage storage : storages) {
      if (storage.values() instanceof ValueRule.Recorded rule) {
        texts.put(name(rule), text(dumps.get(rule)));
      }
    }
    return texts;
  }

  private static String text(IntegerDump dump) {
    try {
      return Base64.getMimeEncoder().encodeToString(Files.readAllBytes(dump.file())) + "\n";
    } catch (IOException e) {
      throw new TraceFormatException(
          dump.file().toString(), "cannot be read: " + e.getMessage(), e);
    }
  }
}
