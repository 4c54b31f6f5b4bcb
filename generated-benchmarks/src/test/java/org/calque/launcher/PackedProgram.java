package org.calque.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.calque.runtime.DataType;
import org.calque.runtime.Engine;
import org.calque.runtime.Layout;
import org.calque.runtime.Replay;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Result;
import org.calque.runtime.SessionOptions;
import org.calque.runtime.Slot;
import org.calque.runtime.TensorInfo;
import org.calque.runtime.Workload;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A generated class together with the program that it was generated from. */
final class PackedProgram {
  private final String name;
  private final JsonNode slots;
  private final Workload workload;
  private int ran;

  private PackedProgram(String name, JsonNode program, Workload workload) {
    this.name = name;
    this.slots = program.path("slots");
    this.workload = workload;
  }

  static PackedProgram of(Manifest manifest) throws IOException, ReflectiveOperationException {
    Class<?> type = Class.forName(manifest.benchmarkClass());
    String resource = "/META-INF/calque/programs/" + type.getSimpleName() + ".json";
    try (InputStream json = PackedProgram.class.getResourceAsStream(resource)) {
      return new PackedProgram(
          manifest.workload(),
          JsonMapper.shared().readTree(json),
          (Workload) type.getDeclaredConstructor().newInstance());
    }
  }

  /** How many calls {@link #differences} has run. */
  int ran() {
    return ran;
  }

  Workload workload() {
    return workload;
  }

  /** A replay of the right size, not yet bound. */
  Replay open() {
    return Replay.on(Engine.find(), name, new SessionOptions(slots.size(), 1, 1));
  }

  /** Checks each tensor that a call returns against the recorded one. */
  List<String> differences(Replay replay) {
    List<String> differences = new ArrayList<>();
    replay.wrap(
        (operator, results, call) ->
            () -> {
              call.run();
              ran++;
              results.forEach(result -> compare(operator, result, replay, differences));
            });
    workload.bind(replay);
    try {
      workload.step();
    } catch (ReplayException e) {
      differences.add(e.getMessage());
    }
    return differences;
  }

  private void compare(String operator, Result result, Replay replay, List<String> differences) {
    if (result instanceof Result.Slots list) {
      list.elements().forEach(element -> compare(operator, element, replay, differences));
    } else if (result instanceof Slot slot) {
      TensorInfo found = replay.session().describe(slot.index());
      JsonNode recorded = slots.get(slot.index());
      Layout layout =
          new Layout(
              longs(recorded.path("sizes")),
              longs(recorded.path("strides")),
              recorded.path("offset").longValue());
      DataType type = DataType.valueOf(recorded.path("type").stringValue());
      if (found == null || found.type() != type || !sameLayout(found.layout(), layout)) {
        differences.add(
            operator + " slot " + slot.index() + ": recorded " + type + layout + ", got " + found);
      }
    }
  }

  /** Strides of dimensions of one element, and of empty tensors, lead nowhere. */
  private static boolean sameLayout(Layout found, Layout recorded) {
    boolean same = java.util.Arrays.equals(found.sizes(), recorded.sizes());
    for (int i = 0; same && recorded.elements() > 0 && i < recorded.sizes().length; i++) {
      same = recorded.sizes()[i] == 1 || found.strides()[i] == recorded.strides()[i];
    }
    return same;
  }

  private static long[] longs(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .mapToLong(JsonNode::longValue)
        .toArray();
  }
}
