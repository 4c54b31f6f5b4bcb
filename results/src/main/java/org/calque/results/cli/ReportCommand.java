package org.calque.results.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.calque.results.Run;
import org.calque.results.report.Report;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report RUN...}: runs as a page. */
@Command(
    name = "report",
    description = {
      "Writes runs as one page of HTML that needs no network and no other file.",
      "Two runs are compared, three and more are a history. A run is an id, the beginning of one,"
          + " 'latest', or a file: one of Calque's, or one that JMH wrote with -rf json."
    })
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunSource source;
  @Mixin private TextOptions text;

  @Parameters(paramLabel = "RUN", arity = "1..*", description = "The runs, oldest first.")
  private List<String> references;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "report.html",
      description = "The page, written anew (default: ${DEFAULT-VALUE}).")
  private Path output;

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      defaultValue = "Benchmark report",
      description = "Title of the page (default: ${DEFAULT-VALUE}).")
  private String title;

  @Override
  public Integer call() throws IOException {
    List<Run> runs = new ArrayList<>();
    for (String reference : references) {
      runs.add(source.read(reference));
    }
    String page = Report.html(runs, title);
    FormatOptions.save(page, output);
    PrintWriter out = spec.commandLine().getOut();
    String size = String.format(Locale.ROOT, "%.1f MB", Files.size(output) / 1e6);
    out.println(text.glyphs().show("wrote " + output + ", " + size));
    out.flush();
    return 0;
  }
}
