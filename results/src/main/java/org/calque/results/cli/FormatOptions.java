package org.calque.results.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.calque.results.RunFormatException;
import org.calque.results.diff.Comparison;
import org.calque.results.format.Formats;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The options that say in which formats a comparison is written. A format without a file takes the
 * place of the text on standard output; those with a file are written beside it.
 */
final class FormatOptions {
  private static final String TEXT = "text";

  /** What a terminal takes for a colour is none in a file. */
  private static final Pattern COLOUR = Pattern.compile("\\x1b\\[[0-9;]*m");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--format",
      paramLabel = "FORMAT[=FILE]",
      description = {
        "Write the comparison as text, markdown, json, csv, junit, sarif, github,"
            + " github-action-benchmark-smaller or github-action-benchmark-bigger, to a file where"
            + " one is named, else to standard output in place of the text. May be given again."
      })
  private List<String> formats = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write what would go to standard output to this file.")
  private Path output;

  /** Where each format goes. */
  private record Plan(String standard, Map<Path, String> files) {}

  /** Checks the options, so that a wrong one is said before the work and not after it. */
  void check() {
    plan();
  }

  /** Writes the comparison in all formats. */
  void write(Comparison comparison, DiffText terminal, FailOn failOn) throws IOException {
    Plan plan = plan();
    for (Map.Entry<Path, String> one : plan.files().entrySet()) {
      StringBuilder text = new StringBuilder();
      write(one.getValue(), comparison, terminal, failOn, text);
      save(COLOUR.matcher(text).replaceAll(""), one.getKey());
    }
    PrintWriter out = spec.commandLine().getOut();
    write(plan.standard(), comparison, terminal, failOn, out);
    out.flush();
  }

  /**
   * Writes a file, and the folder that it is to be in.
   *
   * @throws RunFormatException when it cannot be written, in one line
   */
  static void save(String text, Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      // Not writeString, which refuses halves of characters; a name in a file may have some.
      Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new RunFormatException("cannot write " + file + ": " + e, e);
    }
  }

  private static void write(
      String format, Comparison comparison, DiffText terminal, FailOn failOn, Appendable out)
      throws IOException {
    if (format.equals(TEXT)) {
      for (String line : DiffReport.lines(comparison, terminal, failOn)) {
        out.append(line).append(System.lineSeparator());
      }
    } else {
      Formats.BY_NAME.get(format).write(comparison, out);
    }
  }

  private Plan plan() {
    Map<Path, String> files = new LinkedHashMap<>();
    List<String> bare = new ArrayList<>();
    for (String option : formats) {
      int equals = option.indexOf('=');
      String name = equals < 0 ? option : option.substring(0, equals);
      if (!name.equals(TEXT) && !Formats.BY_NAME.containsKey(name)) {
        throw wrong(
            "there is no format '"
                + name
                + "'; there are "
                + TEXT
                + ", "
                + String.join(", ", Formats.BY_NAME.keySet()));
      }
      if (equals < 0) {
        bare.add(name);
      } else if (files.put(file(option.substring(equals + 1)), name) != null) {
        throw wrong("two formats go to the file " + option.substring(equals + 1));
      }
    }
    if (bare.size() > 1) {
      throw wrong(
          "the formats "
              + String.join(" and ", bare)
              + " both go to standard output; name files: --format "
              + bare.get(0)
              + "=FILE");
    }
    String standard = bare.isEmpty() ? TEXT : bare.get(0);
    if (output != null) {
      if (files.put(output, standard) != null) {
        throw wrong("two formats go to the file " + output);
      }
      standard = TEXT;
    }
    return new Plan(standard, files);
  }

  private Path file(String name) {
    try {
      if (!name.isEmpty()) {
        return Path.of(name);
      }
    } catch (InvalidPathException e) {
      // as if none was named
    }
    throw wrong("'" + name + "' is no name of a file; write --format FORMAT=FILE");
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
