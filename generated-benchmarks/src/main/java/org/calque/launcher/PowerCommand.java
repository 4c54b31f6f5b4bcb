package org.calque.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.calque.launcher.jpwr.JpwrFiles;
import org.calque.launcher.jpwr.JpwrNames;
import org.calque.launcher.jpwr.MeasuredProcess;
import org.calque.launcher.jpwr.PowerRecording;
import org.calque.launcher.jpwr.Rank;
import org.calque.launcher.jpwr.Suffix;
import org.calque.launcher.power.PowerOptions;
import org.calque.launcher.power.SamplingCost;
import org.calque.runtime.ReplayException;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.MeterSettings;
import org.calque.runtime.power.PowerMeter;
import org.calque.runtime.power.WindowEnergy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Measures any command, as jpwr does, and leaves jpwr's files. What Calque says goes to standard
 * error, so that the command's output stays its own.
 */
@Command(
    name = "power",
    mixinStandardHelpOptions = true,
    subcommands = CombinePowerCommand.class,
    synopsisHeading = "%n",
    customSynopsis = {
      "Usage: power [OPTIONS] [--] COMMAND [ARGUMENTS...]",
      "  or:  power combine [OPTIONS] DIR"
    },
    description =
        "Measures energy and power while a command runs, and writes them as jpwr does; options"
            + " that jpwr has may have its names.",
    footer = {
      "",
      "Exit status: the command's own (127 if there is no such command, 126 if it cannot be run);"
          + " 2 wrong arguments; 1 the files cannot be written."
    })
final class PowerCommand implements Callable<Integer> {
  private static final int NOT_EXECUTABLE = 126;
  private static final int NOT_FOUND = 127;

  private final PrintStream err;
  private final Map<String, String> environment;
  private boolean kept;

  @Option(
      names = {"--sources", "--methods"},
      paramLabel = "WORD",
      split = ",",
      arity = "1..*",
      description =
          "Read these only: sources as in -prof power:help, or jpwr's pynvml, rocm, gh, gc; write"
              + " -- before the command then (default: all that this machine has).")
  private List<String> sources = List.of();

  @Option(
      names = {"--period", "--interval"},
      paramLabel = "MS",
      defaultValue = "0",
      description = "Milliseconds between two samples (default: each sensor's own).")
  private int period;

  @Option(
      names = {"--out", "--df-out"},
      paramLabel = "DIR",
      defaultValue = ".",
      description = "Folder for the files (default: this one).")
  private Path folder;

  @Option(
      names = {"--suffix", "--df-suffix"},
      paramLabel = "TEXT",
      defaultValue = "",
      description =
          "Part of the files' names before node and process; %%q{VARIABLE} in it stands for a"
              + " variable of the environment, and such a text is the whole suffix.")
  private String suffix;

  @Option(
      names = "--df-filetype",
      paramLabel = "TYPE",
      defaultValue = "csv",
      description = "csv; other types of jpwr's are not written.")
  private String type;

  @Option(
      names = {"--rank", "--use-mpi"},
      description =
          "This is a rank of a parallel job, as its starter's variables say: the rank is the"
              + " suffix, and stands in the files.")
  private boolean ranked;

  @Option(
      names = {"--ranks", "--mpi-ranks"},
      paramLabel = "RANK",
      split = ",",
      arity = "1..*",
      description = "Only these ranks measure (default: all).")
  private List<Integer> ranks = List.of();

  @Option(
      names = "--root",
      paramLabel = "DIR",
      defaultValue = "/",
      description = "Where a container has the host's / with its sys.")
  private Path root;

  @Option(
      names = "--watts",
      paramLabel = "COMMAND",
      defaultValue = "",
      description = "A command that prints watts, such as of a wall meter.")
  private String watts;

  @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "What to measure.")
  private List<String> command = List.of();

  PowerCommand(PrintStream err, Map<String, String> environment) {
    this.err = err;
    this.environment = environment;
  }

  /** The command's own options are not Calque's. */
  @Spec
  void setSpec(CommandSpec spec) {
    spec.parser().stopAtPositional(true);
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    if (command.isEmpty()) {
      throw new ReplayException("power needs a command to measure: power -- COMMAND");
    }
    if (!type.equals("csv")) {
      throw new ReplayException("power writes csv, not " + type);
    }
    if (period < 0) {
      throw new ReplayException("a period of " + period + " ms is none");
    }
    try {
      Rank rank = ranked || !ranks.isEmpty() ? Rank.of(environment) : Rank.none();
      String chosen = Suffix.of(suffix, rank, ProcessHandle.current().pid(), environment);
      boolean measured = ranks.isEmpty() || ranks.contains(Integer.valueOf(rank.number()));
      Files.createDirectories(folder);
      Findings found = measured ? find() : Findings.NONE;
      return run(found, measured ? new JpwrFiles(folder, chosen, rank) : null);
    } catch (IllegalArgumentException e) {
      throw new ReplayException(e.getMessage(), e);
    }
  }

  private Findings find() {
    PowerOptions options =
        PowerOptions.DEFAULT
            .withSources(sources.stream().map(JpwrNames::source).toList())
            .withPlaces(root, watts);
    Findings found = options.find();
    PowerProfiling.print(options, found, err);
    return found;
  }

  /** Runs the command, and writes the files if there are any to write. */
  private int run(Findings found, JpwrFiles files) throws InterruptedException, IOException {
    MeterSettings settings =
        new MeterSettings(
            Duration.ofMillis(period), Duration.ZERO, MeterSettings.DEFAULT.disagreement());
    MeasuredProcess process;
    try {
      process = MeasuredProcess.start(command, found, settings);
    } catch (IOException e) {
      String reason = String.valueOf(e.getMessage());
      err.println("calque: " + reason);
      return reason.contains("error=2,") ? NOT_FOUND : NOT_EXECUTABLE;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(process, files), "power-end"));
    int status = process.await();
    keep(process, files);
    return status;
  }

  /** When Calque itself is told to end, the command ends first, and what was measured is kept. */
  private void end(MeasuredProcess process, JpwrFiles files) {
    try {
      process.end();
      keep(process, files);
    } catch (IOException e) {
      err.println("calque: the files of power cannot be written: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Both the end of the command and that of Calque come here; the first of them counts. */
  private synchronized void keep(MeasuredProcess process, JpwrFiles files) throws IOException {
    if (kept) {
      return;
    }
    kept = true;
    PowerRecording recording = process.recording();
    if (files != null) {
      files.write(recording);
      recording.energies().forEach(this::print);
      for (PowerMeter.Sampling sampling : recording.samplings()) {
        SamplingCost.of(sampling, recording.seconds()).print(sampling.sensor().id(), err);
      }
      err.println("power: written: " + files);
    }
  }

  private void print(WindowEnergy energy) {
    String reason = energy.reason().isEmpty() ? "" : " (" + energy.reason() + ")";
    err.println(
        energy.measured()
            ? String.format(
                Locale.ROOT,
                "power: %s: %.6g J, %.6g Wh, %.4g W for %.4g s, by %s: %s%s",
                energy.sensor().id(),
                energy.joules(),
                energy.joules() / WindowEnergy.JOULES_PER_WH,
                energy.watts(),
                energy.seconds(),
                energy.method().words(),
                energy.validity().word(),
                reason)
            : "power: "
                + energy.sensor().id()
                + ": unavailable: "
                + energy.validity().word()
                + reason);
  }
}
