package org.calque.reading;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes traces of any size that are one step: the nodes of a recorded one over and over, as of a
 * model that is run several times. Each repetition has ids and sequence numbers of its own; the
 * tensors that exist before the recorded step, such as parameters, are the same in all.
 */
final class BigTrace {
  private static final long ROOT = 1;
  private static final long THREAD = 2;
  private static final long STEP = 3;

  private static final Pattern NODES = Pattern.compile("\"nodes\": \\[");
  private static final Pattern BETWEEN_NODES = Pattern.compile("(?<=\\n {4,6}\\}),");
  private static final Pattern ID = Pattern.compile("\"id\": (\\d+)");
  private static final Pattern FRAME = Pattern.compile("\"name\": \"(\\[pytorch\\||calque: )");
  private static final Pattern TENSOR =
      Pattern.compile("(?<=\\[)(\\d+), ?(\\d+)(?=, ?\\d+, ?\\d+, ?\\d+, ?\")");

  /** Numbers that differ from one repetition to the next. */
  private static final Pattern NUMBERS =
      Pattern.compile(
          "\"(id|ctrl_deps)\": (\\d+)"
              + "|\"(rf_id|fw_parent|seq_id)\", \"type\": \"\\w+\", \"value\": (\\d+)"
              + "|(?<=\\[)(\\d+), ?(\\d+)(?=, ?\\d+, ?\\d+, ?\\d+, ?\")");

  private final String head;
  private final List<String> nodes = new ArrayList<>();
  private final Set<Long> frames = new HashSet<>();
  private final Set<Long> shared = new HashSet<>();
  private final List<Part> parts = new ArrayList<>();
  private long span = 1;

  /**
   * A piece of a repetition: text, then a number.
   *
   * @param step what the number grows by with each repetition
   */
  private record Part(byte[] text, long number, long step) {}

  /**
   * A writer of repetitions of a trace.
   *
   * @param json a recorded step, laid out as PyTorch does
   */
  BigTrace(byte[] json) {
    String text = new String(json, StandardCharsets.UTF_8);
    Matcher start = NODES.matcher(text);
    if (!start.find()) {
      throw new IllegalArgumentException("there are no nodes");
    }
    head = text.substring(0, start.end());
    for (String node : BETWEEN_NODES.split(text.substring(start.end(), text.lastIndexOf(']')))) {
      if (FRAME.matcher(node).find()) {
        frames.add(id(node));
      } else {
        nodes.add(node.strip());
      }
      span = Math.max(span, id(node) + 1);
    }
    findShared();
    nodes.forEach(this::cut);
  }

  private static long id(String node) {
    Matcher id = ID.matcher(node);
    if (!id.find()) {
      throw new IllegalArgumentException("a node has no id: " + node);
    }
    return Long.parseLong(id.group(1));
  }

  /** Finds the tensors and storages that a node takes before a node has returned them. */
  private void findShared() {
    Set<Long> made = new HashSet<>();
    List<String> ordered = new ArrayList<>(nodes);
    ordered.sort(Comparator.comparingLong(BigTrace::id));
    for (String node : ordered) {
      int outputs = node.indexOf("\"outputs\": ");
      Matcher tensor = TENSOR.matcher(node);
      while (tensor.find()) {
        for (int group = 1; group <= 2; group++) {
          long number = Long.parseLong(tensor.group(group));
          span = Math.max(span, number + 1);
          if (tensor.start() > outputs) {
            made.add(number);
          } else if (!made.contains(number)) {
            shared.add(number);
          }
        }
      }
    }
  }

  private void cut(String node) {
    String text = ",\n      " + node;
    Matcher number = NUMBERS.matcher(text);
    int from = 0;
    while (number.find()) {
      for (int group : new int[] {2, 4, 5, 6}) {
        if (number.group(group) != null) {
          long value = Long.parseLong(number.group(group));
          boolean framed = group == 2 && frames.contains(value);
          boolean none = group == 4 && value == 0 && !number.group(3).equals("seq_id");
          boolean kept = framed || none || (group > 4 && shared.contains(value));
          add(text.substring(from, number.start(group)), framed ? STEP : value, kept ? 0 : span);
          from = number.end(group);
        }
      }
    }
    parts.add(new Part(text.substring(from).getBytes(StandardCharsets.UTF_8), -1, 0));
  }

  private void add(String text, long number, long step) {
    parts.add(new Part(text.getBytes(StandardCharsets.UTF_8), number, step));
  }

  /**
   * Writes the trace.
   *
   * @param bytes least size; it is filled up to the end of a repetition
   * @return how many nodes there are
   */
  long write(OutputStream out, long bytes) throws IOException {
    print(
        out, head + "\n      " + frame(THREAD, "[pytorch|profiler|execution_trace|thread]", ROOT));
    long written = 0;
    long repetitions = 0;
    while (written < bytes) {
      repetitions++;
      for (Part part : parts) {
        out.write(part.text());
        written += part.text().length;
        if (part.number() >= 0) {
          written += print(out, Long.toString(part.number() + repetitions * part.step()));
        }
      }
    }
    print(out, ",\n      " + frame(STEP, "calque: step", THREAD));
    print(out, ",\n      " + frame(ROOT, "[pytorch|profiler|execution_trace|process]", ROOT));
    print(out, "\n  ],\n  \"finish_ts\": 1\n}");
    return repetitions * nodes.size() + STEP;
  }

  private static int print(OutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.write(bytes);
    return bytes.length;
  }

  private static String frame(long id, String name, long parent) {
    String side = "{\"values\": [], \"shapes\": [], \"types\": [], \"strides\": []}";
    String attributes =
        "{\"name\": \"seq_id\", \"type\": \"int64\", \"value\": -1},"
            + "{\"name\": \"scope\", \"type\": \"uint64\", \"value\": 7},"
            + "{\"name\": \"tid\", \"type\": \"uint64\", \"value\": 1},"
            + "{\"name\": \"op_schema\", \"type\": \"string\", \"value\": \"\"}";
    return String.format(
        "{\"id\": %d, \"name\": \"%s\", \"ctrl_deps\": %d, \"inputs\": %s, \"outputs\": %s,"
            + " \"attrs\": [%s]}",
        id, name, parent, side, side, attributes);
  }
}
