package org.calque.results.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.calque.results.Run;
import org.calque.results.format.GithubActionBenchmarkFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code export RUN}: one run for another program. */
@Command(
    name = "export",
    description = "Writes the metrics of one run for github-action-benchmark.")
final class ExportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunSource source;

  @Mixin
  @SuppressWarnings("UnusedVariable") // for its --help
  private TextOptions text;

  @Parameters(paramLabel = "RUN", description = "An id, the beginning of one, 'latest', or a file.")
  private String run;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      required = true,
      description =
          "github-action-benchmark-smaller for its tool customSmallerIsBetter, or"
              + " github-action-benchmark-bigger for customBiggerIsBetter.")
  private String format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to this file, not to standard output.")
  private Path output;

  @Override
  public Integer call() throws IOException {
    GithubActionBenchmarkFormat chosen = GithubActionBenchmarkFormat.BY_NAME.get(format);
    if (chosen == null) {
      throw new ParameterException(
          spec.commandLine(),
          "there is no format '"
              + format
              + "' of a run; there are "
              + String.join(", ", GithubActionBenchmarkFormat.BY_NAME.keySet()));
    }
    Run read = source.read(run);
    if (output != null) {
      StringBuilder json = new StringBuilder();
      chosen.write(read, json);
      FormatOptions.save(json.toString(), output);
    } else {
      PrintWriter out = spec.commandLine().getOut();
      chosen.write(read, out);
      out.flush();
    }
    return 0;
  }
}
