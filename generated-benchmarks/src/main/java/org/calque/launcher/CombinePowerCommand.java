package org.calque.launcher;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.calque.launcher.jpwr.CombinedRanks;
import org.calque.runtime.ReplayException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Puts together what several ranks measured. */
@Command(
    name = "combine",
    mixinStandardHelpOptions = true,
    description =
        "Writes combined_energy.csv and combined_power.csv from what ranks of a job left in a"
            + " folder; a device that several measured stands there once.")
final class CombinePowerCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "Folder with the files of all ranks.")
  private Path folder;

  @Option(
      names = "--clock-limit",
      paramLabel = "SECONDS",
      defaultValue = "0.1",
      description =
          "Most that clocks of nodes may differ, as far as the time that the folder's file system"
              + " stamps files with tells (default: ${DEFAULT-VALUE}).")
  private double limit;

  @Override
  public Integer call() throws IOException {
    try {
      CombinedRanks ranks = CombinedRanks.of(folder, limit);
      ranks.write(folder);
      PrintWriter out = spec.commandLine().getOut();
      ranks.repeated().forEach(out::println);
      out.printf("%d measurements: %s%n", ranks.size(), folder.resolve("combined_*.csv"));
      out.flush();
      return ExitStatus.OK;
    } catch (IllegalArgumentException e) {
      throw new ReplayException(e.getMessage(), e);
    }
  }
}
