package org.calque.results.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.calque.results.RunFormatException;
import org.calque.results.RunStore;
import org.calque.results.history.History;
import org.calque.results.history.RunValues;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code history}: where benchmarks moved over many runs. */
@Command(
    name = "history",
    description = {
      "Shows where benchmarks moved over many runs.",
      "Without files: all runs of the store. A run is one file, of Calque or of JMH's -rf json."
    })
final class HistoryCommand implements Callable<Integer> {
  private enum Format {
    text,
    json
  }

  @Spec private CommandSpec spec;
  @Mixin private RunSource source;
  @Mixin private TextOptions text;

  @Parameters(
      paramLabel = "PATTERN|FILE",
      arity = "0..*",
      description =
          "Benchmarks to show, as a regular expression that is found in their names; or"
              + " the files of the runs.")
  private List<String> arguments = List.of();

  @Option(
      names = "--threshold",
      paramLabel = "PERCENT",
      defaultValue = "3%",
      converter = Percentage.class,
      description = "Smallest move that counts (default: ${DEFAULT-VALUE}).")
  private double threshold;

  @Option(names = "--all", description = "Show benchmarks that did not move, too.")
  private boolean all;

  @Option(
      names = "--format",
      paramLabel = "text|json",
      defaultValue = "text",
      description = "text for a person, json for a program (default: ${DEFAULT-VALUE}).")
  private Format format;

  @Override
  public Integer call() throws IOException {
    List<String> files = arguments.stream().filter(HistoryCommand::isFile).toList();
    List<String> patterns = arguments.stream().filter(word -> !isFile(word)).toList();
    if (patterns.size() > 1) {
      throw new RunFormatException(
          "'" + patterns.get(1) + "' is a second pattern, and no file; write a|b for either");
    }
    RunStore store = source.store();
    ReadRuns read = files.isEmpty() ? ReadRuns.of(source) : ReadRuns.of(files, source);
    String where = files.isEmpty() ? store.folder().toString() : "the files given";
    if (read.runs().isEmpty() && !read.unreadable().isEmpty()) {
      throw new RunFormatException(
          "none of the "
              + read.unreadable().size()
              + " runs in "
              + where
              + " can be read; the first: "
              + read.unreadable().get(0));
    }
    Pattern pattern = patterns.isEmpty() ? null : compile(patterns.get(0));
    List<RunValues> runs = read.runs().stream().map(run -> run.matching(pattern)).toList();
    History history = History.of(runs, threshold, Instant.now());
    PrintWriter out = spec.commandLine().getOut();
    if (format == Format.json) {
      out.println(HistoryJson.of(history, read.unreadable()));
    } else {
      HistoryReport.lines(history, read.unreadable(), where, threshold, all, text.glyphs())
          .forEach(out::println);
    }
    out.flush();
    return 0;
  }

  /** Whether that is a file and no pattern: no name of a benchmark has folders. */
  private static boolean isFile(String word) {
    try {
      Path file = Path.of(word);
      if (Files.isDirectory(file)) {
        throw new RunFormatException(
            "'%s' is a folder; for its runs write --store %s, for a pattern (%s)"
                .formatted(word, word, word));
      }
      return RunStore.looksLikeFile(file);
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static Pattern compile(String pattern) {
    try {
      return Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      throw new RunFormatException(
          "the pattern '" + pattern + "' is no regular expression: " + e.getDescription(), e);
    }
  }
}
