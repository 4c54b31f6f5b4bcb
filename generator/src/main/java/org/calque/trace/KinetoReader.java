package org.calque.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.calque.json.DamagedJsonException;
import org.calque.json.JsonLimitException;

/**
 * Reads Kineto traces, as {@code torch.profiler.profile.export_chrome_trace} writes them: plain,
 * gzipped, or one or many in a tar or zip archive, in one pass. Damage is repaired where what is
 * around it tells how, and listed in the trace.
 *
 * <p>{@link ReadLimits#nodes} bounds timelines, too: one may have eight events for each node.
 */
public final class KinetoReader {
  private static final Pattern TIMELINE =
      Pattern.compile(
          "\\A\\s*\\{\\s*\"(schemaVersion|deviceProperties|traceEvents|traceName|trace_id"
              + "|displayTimeUnit|baseTimeNanoseconds|distributedInfo|record_shapes|with_stack"
              + "|with_flops|with_modules|profile_memory)\"");
  private static final int HEAD = 1 << 10;

  private final String name;
  private final String file;
  private final ReadOptions options;
  private final Predicate<String> chosen;
  private final List<String> others = new ArrayList<>();
  private int count;

  private KinetoReader(String name, String file, ReadOptions options, Predicate<String> chosen) {
    this.name = name;
    this.file = file;
    this.options = options;
    this.chosen = chosen;
  }

  /**
   * Reads the only timeline in a file.
   *
   * @throws TraceFormatException as {@link #readAll}, or if the file has several timelines
   */
  public static KinetoTrace read(Path file) {
    return read(file, ReadOptions.DEFAULT);
  }

  /** Reads the only timeline in a file, as {@link #read(Path)}. */
  public static KinetoTrace read(Path file, ReadOptions options) {
    List<KinetoTrace> timelines = new ArrayList<>();
    readAll(file, options, entry -> true, timelines::add);
    if (timelines.size() > 1) {
      throw new TraceFormatException(
          file.toString(),
          "it has "
              + timelines.size()
              + " timelines where one is wanted: "
              + String.join(", ", timelines.stream().map(t -> t.source().file()).toList()));
    }
    return timelines.get(0);
  }

  /**
   * Reads timelines in a file, one after the other.
   *
   * @param entries which of an archive's files to read, by their paths in it; the others are passed
   *     over. A file that is no archive is read in any case
   * @return the names of the files in an archive that are no timelines or not chosen
   * @throws TraceFormatException if the file is missing, has no such timeline, or one of them is
   *     too large or damaged beyond repair
   */
  public static List<String> readAll(
      Path file, ReadOptions options, Predicate<String> entries, Consumer<KinetoTrace> action) {
    KinetoReader reader =
        new KinetoReader(file.toString(), file.getFileName().toString(), options, entries);
    try (InputStream input = Files.newInputStream(file)) {
      reader.readFrom(input, action);
    } catch (NoSuchFileException e) {
      throw new TraceFormatException(file.toString(), "no such file", e);
    } catch (AccessDeniedException e) {
      throw new TraceFormatException(file.toString(), "permission to read it is denied", e);
    } catch (IOException e) {
      throw ExecutionTraceReader.unreadable(file.toString(), e);
    }
    if (reader.count == 0) {
      throw new TraceFormatException(
          file.toString(),
          reader.others.isEmpty()
              ? "the archive is empty"
              : "the archive has no such Kineto trace, but "
                  + ExecutionTraceReader.some(reader.others));
    }
    return List.copyOf(reader.others);
  }

  private void readFrom(InputStream input, Consumer<KinetoTrace> action) throws IOException {
    try {
      Container.read(
          name,
          ExecutionTraceReader.watched(input, options.progress()),
          options.limits(),
          entry -> {
            if (entry.isAlone() || (chosen.test(entry.path()) && isTimeline(entry))) {
              KinetoTrace timeline = readEntry(entry);
              count++;
              action.accept(timeline);
            } else {
              others.add(entry.path());
            }
          });
    } catch (TraceLimitException e) {
      throw new TraceFormatException(name, e.getMessage(), e);
    }
  }

  /** By name and content; macOS puts a file of its own beside each. */
  private static boolean isTimeline(Container.Entry entry) throws IOException {
    String base = entry.path().substring(entry.path().lastIndexOf('/') + 1);
    return !base.startsWith("._") && isTimeline(Container.head(entry.content(), HEAD));
  }

  /** Whether a text begins as Kineto traces do. */
  public static boolean isTimeline(String head) {
    return TIMELINE.matcher(head).find();
  }

  private KinetoTrace readEntry(Container.Entry entry) throws IOException {
    String suffix = entry.isAlone() ? "" : ExecutionTraceReader.ENTRY + entry.path();
    String full = name + suffix;
    KinetoParser parser =
        new KinetoParser(full, entry.content(), new Repairs(full, options.strict()), options);
    try {
      parser.read(entry::isCut);
      return parser.trace(file + suffix, entry.digest());
    } catch (UncheckedIOException e) {
      throw ExecutionTraceReader.unreadable(full, e.getCause());
    } catch (DamagedJsonException e) {
      throw new TraceFormatException(
          full, "not a Kineto trace: " + e.getMessage() + " at byte " + e.offset(), e);
    } catch (JsonLimitException e) {
      throw new TraceFormatException(
          full, parser.place() + ": " + e.getMessage() + " (--max-string)", e);
    } catch (TraceLimitException e) {
      throw new TraceFormatException(full, parser.place() + ": " + e.getMessage(), e);
    }
  }
}
