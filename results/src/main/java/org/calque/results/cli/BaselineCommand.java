package org.calque.results.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.calque.results.Run;
import org.calque.results.RunFormat;
import org.calque.results.diff.Repetitions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baseline NAME RUN...}: keeps runs to compare with. */
@Command(
    name = "baseline",
    description = {
      "Keeps a run under a name for 'diff --baseline NAME'.",
      "Several runs are kept as one, their forks together."
    })
final class BaselineCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private RunSource source;
  @Mixin private Baselines baselines;
  @Mixin private TextOptions text;

  @Parameters(index = "0", paramLabel = "NAME", description = "Such as 'main'.")
  private String name;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "RUN",
      description = "An id, the beginning of one, 'latest', or a file.")
  private List<String> references;

  @Override
  public Integer call() throws IOException {
    Path file = baselines.file(name);
    List<Run> runs = new ArrayList<>();
    for (String reference : references) {
      runs.add(source.read(reference));
    }
    Repetitions kept = Repetitions.of(runs);
    PrintWriter out = spec.commandLine().getOut();
    kept.warnings().forEach(line -> out.println(text.glyphs().show("warning: " + line)));
    FormatOptions.save(RunFormat.write(kept.run()), file);
    out.println(
        text.glyphs()
            .show(file + ": " + kept.run().entries().size() + " benchmarks of " + kept.run().id()));
    out.flush();
    return 0;
  }
}
