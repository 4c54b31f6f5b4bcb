package org.calque.results.ab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.Status;

/**
 * What JMH printed in one slot. JMH leaves a benchmark that failed out of its results, but says in
 * its output that it began.
 */
final class SlotLog {
  private static final Pattern HEADER = Pattern.compile("(?m)^# JMH version: ");
  private static final Pattern THREADS = Pattern.compile("(?m)^# Threads: (\\d+) thread");
  private static final Pattern MODE = Pattern.compile("(?m)^# Benchmark mode: ([^,\\n]+)");
  private static final Pattern NAME = Pattern.compile("(?m)^# Benchmark: (\\S+)");
  private static final Pattern PARAMETERS = Pattern.compile("(?m)^# Parameters: \\((.*)\\)$");
  private static final Pattern RESULT = Pattern.compile("(?m)^Result \"");
  private static final Pattern EXCEPTION =
      Pattern.compile("(?m)^(?:Caused by: )?((?:[a-z_]\\w*\\.)+[A-Z]\\w*(?:Exception|Error).*)$");
  private static final Pattern FORK = Pattern.compile("(?m)^<([^>]*fail[^>]*)>");
  private static final Pattern COMPLAINT =
      Pattern.compile("(?m)^(?:ERROR: |Error: |calque: |Exception in thread )(.*)$");
  private static final Pattern LOCKED = Pattern.compile("Unable to acquire the JMH lock");
  private static final Map<String, String> MODES =
      Map.of(
          "Throughput", "thrpt",
          "Average time", "avgt",
          "Sampling time", "sample",
          "Single shot invocation time", "ss");

  private final String text;

  SlotLog(String text) {
    this.text = text;
  }

  /** Whether JMH did not start, since another JMH was measuring on this machine. */
  boolean locked() {
    return LOCKED.matcher(text).find();
  }

  /** The benchmarks that began and gave no result, with the cause. */
  List<Entry> failures() {
    return began().stream().filter(entry -> entry.status() == Status.FAILED).toList();
  }

  /** The benchmarks that began, for when JMH wrote no results: those that gave one lost it. */
  List<Entry> began() {
    List<Entry> began = new ArrayList<>();
    List<Integer> starts = new ArrayList<>();
    HEADER.matcher(text).results().forEach(match -> starts.add(match.start()));
    for (int i = 0; i < starts.size(); i++) {
      int end = i + 1 < starts.size() ? starts.get(i + 1) : text.length();
      String block = text.substring(starts.get(i), end);
      BenchmarkKey key = key(block);
      if (key != null) {
        began.add(
            RESULT.matcher(block).find()
                ? Entry.lost(key, "JMH ended before it wrote its results")
                : Entry.failed(key, causeIn(block)));
      }
    }
    return began;
  }

  private static BenchmarkKey key(String block) {
    Matcher name = NAME.matcher(block);
    Matcher mode = MODE.matcher(block);
    if (!name.find() || !mode.find() || !MODES.containsKey(mode.group(1))) {
      return null;
    }
    Matcher threads = THREADS.matcher(block);
    Matcher parameters = PARAMETERS.matcher(block);
    return new BenchmarkKey(
        name.group(1),
        MODES.get(mode.group(1)),
        threads.find() ? Integer.parseInt(threads.group(1)) : 1,
        parameters.find() ? parameters(parameters.group(1)) : Map.of());
  }

  private static Map<String, String> parameters(String list) {
    Map<String, String> values = new TreeMap<>();
    for (String pair : list.split(", ", -1)) {
      int equals = pair.indexOf(" = ");
      if (equals > 0) {
        values.put(pair.substring(0, equals), pair.substring(equals + 3));
      }
    }
    return values;
  }

  private static String causeIn(String block) {
    Matcher exception = EXCEPTION.matcher(block);
    if (exception.find()) {
      return exception.group(1);
    }
    Matcher fork = FORK.matcher(block);
    return fork.find() ? fork.group(1) : "ended without a result";
  }

  /** Why the process gave nothing: the first line that complains, else the last one printed. */
  String complaint() {
    Matcher complaint = COMPLAINT.matcher(text);
    if (complaint.find()) {
      return complaint.group(1).strip();
    }
    Matcher exception = EXCEPTION.matcher(text);
    if (exception.find()) {
      return exception.group(1).strip();
    }
    List<String> lines = text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    if (lines.contains("No matching benchmarks. Miss-spelled regexp?")) {
      return "no benchmark matches";
    }
    return lines.isEmpty() ? "it printed nothing" : lines.get(lines.size() - 1);
  }
}
