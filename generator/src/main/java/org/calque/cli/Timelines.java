package org.calque.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.KinetoJoin;
import org.calque.trace.KinetoReader;
import org.calque.trace.KinetoTrace;
import org.calque.trace.ReadOptions;
import org.calque.trace.TraceFormatException;

/** Kineto traces for execution traces: one for one, or one for each rank of a job. */
final class Timelines {
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  private final Path file;
  private final List<KinetoTrace> timelines;
  private int used;

  private Timelines(Path file, List<KinetoTrace> timelines) {
    this.file = file;
    this.timelines = timelines;
  }

  /**
   * Reads the timelines of a file.
   *
   * @throws TraceFormatException if it has none that can be read
   */
  static Timelines read(Path file, ReadOptions options) {
    List<KinetoTrace> timelines = new ArrayList<>();
    KinetoReader.readAll(file, options, entry -> true, timelines::add);
    return new Timelines(file, timelines);
  }

  /**
   * The trace with the times of a timeline.
   *
   * @throws TraceFormatException if the file has no timeline, or several
   */
  static ExecutionTrace join(ExecutionTrace trace, Path file, ReadOptions options) {
    return trace.withTimings(KinetoJoin.of(trace, read(file, options).of(trace)));
  }

  /** Gives each trace its times before it goes on to {@code action}. */
  Consumer<ExecutionTrace> before(Consumer<ExecutionTrace> action) {
    return trace -> action.accept(trace.withTimings(KinetoJoin.of(trace, of(trace))));
  }

  private KinetoTrace of(ExecutionTrace trace) {
    if (timelines.size() == 1) {
      if (used++ > 0) {
        throw new TraceFormatException(
            file.toString(), "has one timeline, and there are several traces; give one for each");
      }
      return timelines.get(0);
    }
    OptionalInt rank = last(trace.source().file());
    return timelines.stream()
        .filter(timeline -> rank.isPresent() && rank(timeline).equals(rank))
        .findFirst()
        .orElseThrow(
            () ->
                new TraceFormatException(
                    file.toString(), "has no timeline of the rank of " + trace.source().file()));
  }

  /** As it says itself, or else the first number in the file's name. */
  private static OptionalInt rank(KinetoTrace timeline) {
    if (timeline.rank().isPresent()) {
      return timeline.rank();
    }
    Matcher number = NUMBER.matcher(base(timeline.source().file()));
    return number.find() ? OptionalInt.of(Integer.parseInt(number.group())) : OptionalInt.empty();
  }

  /** The last number in the file's name. */
  private static OptionalInt last(String name) {
    Matcher number = NUMBER.matcher(base(name));
    OptionalInt last = OptionalInt.empty();
    while (number.find()) {
      last = OptionalInt.of(Integer.parseInt(number.group()));
    }
    return last;
  }

  private static String base(String name) {
    return name.substring(
        Math.max(name.lastIndexOf('/'), name.lastIndexOf(ExecutionTraceReader.ENTRY)) + 1);
  }
}
