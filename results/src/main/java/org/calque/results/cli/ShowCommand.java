package org.calque.results.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.calque.results.Run;
import org.calque.results.RunFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code show RUN}: what one run says. */
@Command(
    name = "show",
    description = {
      "Shows one run: where and on what it ran, and each benchmark.",
      "With --system it prints a run file without results, to be kept beside what was published;",
      "'java -jar benchmarks.jar reproduce FILE' compares another machine with it and runs the same."
    })
final class ShowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunSource source;
  @Mixin private TextOptions text;

  @Parameters(paramLabel = "RUN", description = "An id, the beginning of one, 'latest', or a file.")
  private String run;

  @Option(
      names = "--system",
      description = "Print machine, software, workloads and command as JSON, without results.")
  private boolean system;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Run shown = source.read(run);
    if (system) {
      out.print(RunFormat.write(shown.description()));
      out.flush();
      return 0;
    }
    RunReport.lines(shown, source.store().running(shown.id()), text.glyphs()).forEach(out::println);
    out.flush();
    return 0;
  }
}
