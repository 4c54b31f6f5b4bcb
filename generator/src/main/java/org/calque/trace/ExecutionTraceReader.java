package org.calque.trace;

import java.io.FilterInputStream;
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
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import org.calque.json.DamagedJsonException;
import org.calque.json.JsonLimitException;

/**
 * Reads execution traces: plain, gzipped, or one or many in a tar or zip archive. Which fields a
 * node has decides how it is read, not the schema string. Damage is repaired where what is around
 * it tells how, and listed in the trace.
 */
public final class ExecutionTraceReader {
  private static final Pattern TRACE = Pattern.compile("\\A\\s*\\{\\s*\"schema\"\\s*:");
  private static final int HEAD = 1 << 10;

  /** Files of an archive that an error names. */
  private static final int MOST_NAMED = 5;

  /** Between the name of an archive and that of a file in it. */
  public static final String ENTRY = "!";

  private final String name;
  private final String file;
  private final ReadOptions options;
  private final List<String> others = new ArrayList<>();

  private ExecutionTraceReader(String name, String file, ReadOptions options) {
    this.name = name;
    this.file = file;
    this.options = options;
  }

  /**
   * Reads the only trace in a file.
   *
   * @throws TraceFormatException as {@link #readAll(Path, ReadOptions, Consumer)}, or if the file
   *     has several traces
   */
  public static ExecutionTrace read(Path file) {
    return read(file, ReadOptions.DEFAULT);
  }

  /** Reads the only trace in a file, as {@link #read(Path)}. */
  public static ExecutionTrace read(Path file, ReadOptions options) {
    List<ExecutionTrace> traces = new ArrayList<>();
    readAll(file, options, traces::add);
    if (traces.size() > 1) {
      throw new TraceFormatException(
          file.toString(), "it has " + traces.size() + " traces where one is wanted");
    }
    return traces.get(0);
  }

  /**
   * Reads every trace in a file, one after the other.
   *
   * @return the names of the files in an archive that are no traces
   * @throws TraceFormatException if the file is missing, has no trace, or one of them is too large
   *     or damaged beyond repair
   */
  public static List<String> readAll(
      Path file, ReadOptions options, Consumer<ExecutionTrace> action) {
    try (InputStream input = Files.newInputStream(file)) {
      return readAll(
          file.toString(),
          file.getFileName().toString(),
          input,
          options,
          trace -> action.accept(IntegerDumps.addTo(trace, file)));
    } catch (NoSuchFileException e) {
      throw new TraceFormatException(file.toString(), "no such file", e);
    } catch (AccessDeniedException e) {
      throw new TraceFormatException(file.toString(), "permission to read it is denied", e);
    } catch (IOException e) {
      throw new TraceFormatException(file.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Reads every trace in a stream, as {@link #readAll(Path, ReadOptions, Consumer)}.
   *
   * @param name what errors call it
   * @param file what {@link ExecutionTrace.Source} calls it
   * @param input its bytes; the caller closes it
   */
  public static List<String> readAll(
      String name,
      String file,
      InputStream input,
      ReadOptions options,
      Consumer<ExecutionTrace> action) {
    ExecutionTraceReader reader = new ExecutionTraceReader(name, file, options);
    int[] count = {0};
    reader.readFrom(
        input,
        trace -> {
          count[0]++;
          action.accept(trace);
        });
    if (count[0] == 0) {
      throw new TraceFormatException(
          name,
          reader.others.isEmpty()
              ? "the archive is empty"
              : "the archive has no execution trace, but " + some(reader.others));
    }
    return List.copyOf(reader.others);
  }

  /** The first names of a list, and how many more there are. */
  static String some(List<String> names) {
    int more = names.size() - MOST_NAMED;
    return String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())))
        + (more > 0 ? " and " + more + " more" : "");
  }

  /** Whether there is something in a file that begins as an execution trace does. */
  public static boolean hasTrace(Path file, ReadOptions options) {
    boolean[] found = {false};
    try (InputStream input = Files.newInputStream(file)) {
      Container.read(
          file.toString(),
          input,
          options.limits(),
          entry -> found[0] |= !found[0] && isTrace(entry));
    } catch (IOException | TraceFormatException | TraceLimitException e) {
      return false;
    }
    return found[0];
  }

  private void readFrom(InputStream input, Consumer<ExecutionTrace> action) {
    try {
      boolean cut =
          Container.read(
              name,
              watched(input, options.progress()),
              options.limits(),
              entry -> {
                if (entry.isAlone() || isTrace(entry)) {
                  action.accept(readEntry(entry));
                } else {
                  others.add(entry.path());
                }
              });
      if (cut) {
        others.add("the rest of " + name + ", which is cut off");
      }
    } catch (IOException e) {
      throw unreadable(name, e);
    } catch (TraceLimitException e) {
      throw new TraceFormatException(name, e.getMessage(), e);
    }
  }

  /** By name and content; macOS puts a file of its own beside each. */
  private static boolean isTrace(Container.Entry entry) throws IOException {
    String base = entry.path().substring(entry.path().lastIndexOf('/') + 1);
    return !base.startsWith("._") && isTrace(Container.head(entry.content(), HEAD));
  }

  /** Whether a text begins as execution traces do. */
  public static boolean isTrace(String head) {
    return TRACE.matcher(head).find();
  }

  private ExecutionTrace readEntry(Container.Entry entry) throws IOException {
    String suffix = entry.isAlone() ? "" : ENTRY + entry.path();
    String full = name + suffix;
    Repairs repairs = new Repairs(full, options.strict());
    DocumentParser parser = new DocumentParser(full, entry.content(), repairs, options);
    try {
      parser.read(entry::isCut);
      return parser.trace(file + suffix, entry.digest());
    } catch (UncheckedIOException e) {
      throw unreadable(full, e.getCause());
    } catch (DamagedJsonException e) {
      throw parser.noTrace(e);
    } catch (JsonLimitException e) {
      throw new TraceFormatException(
          full, parser.place() + ": " + e.getMessage() + " (--max-string)", e);
    } catch (TraceLimitException e) {
      throw new TraceFormatException(full, parser.place() + ": " + e.getMessage(), e);
    }
  }

  static TraceFormatException unreadable(String name, IOException e) {
    return new TraceFormatException(
        name,
        e instanceof ZipException
            ? "damaged data: " + e.getMessage() + "; copy the file again"
            : "cannot be read: " + e.getMessage(),
        e);
  }

  static InputStream watched(InputStream input, LongConsumer progress) {
    return new FilterInputStream(input) {
      private long total;

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        total += Math.max(read, 0);
        progress.accept(total);
        return read;
      }
    };
  }
}
