package org.calque.results.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.calque.results.Run;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code show RUN}: what one run says. */
@Command(
    name = "show",
    description = "Shows one run: where and on what it ran, and each benchmark.")
final class ShowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunSource source;
  @Mixin private TextOptions text;

  @Parameters(paramLabel = "RUN", description = "An id, the beginning of one, 'latest', or a file.")
  private String run;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Run shown = source.read(run);
    RunReport.lines(shown, source.store().running(shown.id()), text.glyphs()).forEach(out::println);
    out.flush();
    return 0;
  }
}
