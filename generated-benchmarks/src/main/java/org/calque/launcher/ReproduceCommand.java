package org.calque.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.calque.launcher.Difference.Weight;
import org.calque.results.Run;
import org.calque.results.RunFormatException;
import org.calque.results.RunStore;
import org.calque.results.Status;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what differs here from where a run was made, and runs the same again. */
@Command(
    name = "reproduce",
    mixinStandardHelpOptions = true,
    description = {
      "Compares machine, software, settings and workloads of a run with what is here, and runs the"
          + " same again, as a new run.",
      "The run file is all it takes; 'results.jar show RUN --system' writes one without results."
    },
    footer = {
      "",
      "Exit status: 0 all well, 1 a benchmark failed or, with --check, something may change results,"
          + " 2 the run cannot be reproduced here."
    })
final class ReproduceCommand implements Callable<Integer> {
  private final Workloads workloads;
  private final PrintStream out;

  @Parameters(paramLabel = "RUN", description = "An id, the beginning of one, 'latest', or a file.")
  private String reference;

  @Option(
      names = "--store",
      paramLabel = "DIR",
      description =
          "Folder that ids refer to, and that the new run is stored in (default: results/runs).")
  private Path store = LauncherArguments.DEFAULT_STORE;

  @Option(names = "--check", description = "Compare only.")
  private boolean check;

  ReproduceCommand(Workloads workloads, PrintStream out) {
    this.workloads = workloads;
    this.out = out;
  }

  @Override
  public Integer call() throws CommandLineOptionException, IOException, RunnerException {
    Run original = new RunStore(store).read(reference);
    refuseWhatDoesNotSay(original);
    BenchmarkCommand benchmarks =
        new BenchmarkCommand(LauncherArguments.again(original.arguments(), store), workloads, out);
    Selection selection = benchmarks.select();
    Differences differences =
        RunComparison.between(
            original, selection.run(workloads.all().stream().map(RunFacts::workload).toList()));
    out.println(original.id() + ": benchmarks.jar " + String.join(" ", original.arguments()));
    differences.print(out);
    if (!differences.of(Weight.WORK).isEmpty()) {
      return ExitStatus.BAD_INPUT;
    }
    if (check) {
      return differences.isEmpty() ? ExitStatus.OK : ExitStatus.FAILED;
    }
    Run again = benchmarks.measure(selection);
    int status = benchmarks.report(again);
    if (original.entries().stream().anyMatch(entry -> entry.status() == Status.OK)) {
      out.println("Compare them with: " + diff(original, again));
    }
    return status;
  }

  private void refuseWhatDoesNotSay(Run original) {
    String missing =
        original.started() == null
            ? "is a result of JMH"
            : original.arguments().isEmpty() && original.workloads().isEmpty()
                ? "is a run without arguments"
                : "";
    if (!missing.isEmpty()) {
      throw new RunFormatException(
          reference + " " + missing + ", so it does not say what to run again");
    }
  }

  /** By id where the store has both: what was the latest run is no longer. */
  private String diff(Run original, Run again) {
    return "java -jar results/target/results.jar diff "
        + (RunStore.namedFile(reference).isPresent() ? reference : original.id())
        + " "
        + again.id()
        + LauncherArguments.storeOption(store);
  }
}
