package org.calque.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.calque.launcher.power.PowerOptions;
import org.calque.launcher.power.PowerTraces;
import org.calque.launcher.power.SamplingCost;
import org.calque.launcher.ruler.Ruler;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.RunJournal;
import org.calque.results.RunLog;
import org.calque.results.RunStore;
import org.calque.results.Status;
import org.calque.runtime.ReplayException;
import org.calque.runtime.TypeSubstitutions;
import org.calque.runtime.Uncovered;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.Sensor;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs benchmarks as JMH's own main does, with checks before and a stored run after. */
final class BenchmarkCommand {
  private final LauncherArguments arguments;
  private final Workloads workloads;
  private final PrintStream out;

  BenchmarkCommand(LauncherArguments arguments, Workloads workloads, PrintStream out) {
    this.arguments = arguments;
    this.workloads = workloads;
    this.out = out;
  }

  /** Runs, and returns the exit status. */
  int run() throws CommandLineOptionException, IOException, RunnerException {
    return arguments.resume() == null ? start() : resume();
  }

  private int resume() throws CommandLineOptionException, IOException, RunnerException {
    if (arguments.store() == null) {
      throw new ReplayException(LauncherArguments.RESUME + " needs the folder of the run");
    }
    try (RunJournal journal =
        RunJournal.resume(new RunStore(arguments.store()), arguments.resume())) {
      LauncherArguments begun = arguments.resuming(journal.run().arguments());
      return new BenchmarkCommand(begun, workloads, out).goOn(journal);
    }
  }

  private int goOn(RunJournal journal)
      throws CommandLineOptionException, IOException, RunnerException {
    List<BenchmarkKey> unfinished = journal.unfinished();
    out.printf(
        "%s: %d of %d benchmarks are still to run%n",
        journal.run().id(), unfinished.size(), journal.run().entries().size());
    if (unfinished.isEmpty()) {
      return report(
          journal.run().finished() == null ? journal.finish(Instant.now()) : journal.run());
    }
    return report(measure(select(), journal));
  }

  private int start() throws CommandLineOptionException, IOException, RunnerException {
    CommandLineOptions commandLine = new CommandLineOptions(arguments.jmh().toArray(String[]::new));
    if (commandLine.shouldHelp()) {
      commandLine.showHelp();
      Usage.print(out);
    } else if (commandLine.shouldList()) {
      new Runner(commandLine).list();
    } else if (commandLine.shouldListWithParams()) {
      new Runner(commandLine).listWithParams(commandLine);
    } else if (commandLine.shouldListProfilers()) {
      commandLine.listProfilers();
      out.println("  power: energy and power of each iteration; options: -prof power:help");
    } else if (arguments.powerHelp()) {
      out.print(PowerOptions.HELP);
      Findings found = PowerOptions.DEFAULT.find();
      PowerProfiling.print(PowerOptions.DEFAULT, found, out);
      found.sensors().forEach(Sensor::close);
    } else if (commandLine.shouldListResultFormats()) {
      commandLine.listResultFormats();
    } else {
      return report(measure(select()));
    }
    return ExitStatus.OK;
  }

  /** What the arguments select on this machine. */
  Selection select() throws CommandLineOptionException {
    OperatorLibraryOption.add(arguments.libraries());
    return Selection.of(
        arguments,
        workloads,
        withDefaults(new CommandLineOptions(arguments.jmh().toArray(String[]::new))),
        out);
  }

  /** The default suite where the user names no benchmark, and what forks need. */
  private Options withDefaults(CommandLineOptions commandLine) {
    ChainedOptionsBuilder builder =
        new OptionsBuilder()
            .parent(commandLine)
            .addProfiler(ItemsProfiler.class, StepItems.of(workloads).text())
            .jvmArgsAppend(
                ForkArguments.of(
                        Runtime.version().feature(),
                        System.getProperties(),
                        commandLine.getThreads().orElse(1) == 1,
                        commandLine.getJvmArgsAppend().orElse(List.of()))
                    .toArray(String[]::new));
    if (commandLine.getIncludes().isEmpty()) {
      workloads.all().stream()
          .filter(arguments.sweep() ? Manifest::inSeries : Manifest::defaultSuite)
          .forEach(manifest -> builder.include(manifest.stepPattern()));
    }
    if (arguments.ruler()) {
      builder.include("^" + Ruler.class.getName().replace(".", "\\.") + "\\.");
    }
    if (arguments.lazy()) {
      builder.param("lazy", "true");
    }
    if (arguments.skipUncovered()) {
      builder.param("uncovered", Uncovered.SKIPPED.word());
    }
    if (!arguments.types().equals(TypeSubstitutions.NONE)) {
      builder.param("types", arguments.types().toString());
    }
    return builder.build();
  }

  /** Runs all that is selected, as a new run. */
  Run measure(Selection selection) throws IOException, RunnerException {
    return measure(selection, null);
  }

  /** The same or, of a run that goes on, what is left of it. */
  private Run measure(Selection selection, RunJournal begun) throws IOException, RunnerException {
    if (selection.benchmarks().isEmpty()) {
      throw new NoBenchmarksException();
    }
    Optional<PowerProfiling> power =
        Optional.ofNullable(arguments.power())
            .map(asked -> PowerProfiling.of(arguments, StepItems.of(workloads)));
    Options options =
        power.map(profiling -> profiling.addTo(selection.options())).orElse(selection.options());
    if (arguments.timeLimit() != null && options.getForkCount().orElse(1) == 0) {
      throw new ReplayException(TimeLimit.OPTION + " ends forks, and -f 0 has none");
    }
    SelectedWorkloads chosen =
        SelectedWorkloads.check(
            workloads,
            selection.benchmarks(),
            options,
            selection.engine(),
            selection.devices(),
            arguments.maxMemory());
    chosen.print(out);
    power.ifPresent(profiling -> profiling.print(out));
    Run run = selection.run(chosen.coverages().stream().map(RunFacts::workload).toList());
    if (begun != null) {
      SameConditions.check(begun.run(), run);
    }
    return record(
        begun == null ? log(run) : begun,
        begun != null,
        options,
        selection.output(),
        chosen,
        power);
  }

  private RunLog log(Run run) throws IOException {
    return arguments.store() == null
        ? RunLog.inMemory(run)
        : RunJournal.begin(new RunStore(arguments.store()), run);
  }

  private Run record(
      RunLog log,
      boolean resumed,
      Options options,
      OutputFormat output,
      SelectedWorkloads chosen,
      Optional<PowerProfiling> power)
      throws RunnerException {
    RunRecorder recorder =
        new RunRecorder(
            output,
            log,
            workloads,
            TimeLimit.of(arguments.timeLimit()),
            () -> power.map(PowerProfiling::take).orElse(null));
    List<RunResult> results = new ArrayList<>();
    RunnerException stopped = null;
    Optional<Run> run;
    try {
      new Execution(log, recorder, options, chosen, workloads)
          .run(results, resumed, arguments.sweep());
    } catch (RunnerException e) {
      stopped = e;
    } finally {
      run = recorder.finish(results);
    }
    if (run.isEmpty()) {
      throw stopped == null ? new NoBenchmarksException() : stopped;
    }
    PhaseSums.print(results, workloads, out);
    chosen.printWhatIsPartial(out);
    return run.get();
  }

  /** The run has them too, so a folder that cannot be written to costs these files alone. */
  private void keepPowerTraces(Run run) {
    Path folder = arguments.store().resolve(run.id() + ".power");
    try {
      int files = PowerTraces.write(run, folder);
      if (files > 0) {
        out.printf("Power over time: %s (%d forks)%n", folder, files);
      }
    } catch (IOException e) {
      out.println("power: the files of forks cannot be written: " + e);
    }
  }

  /** Says where the run is and what failed, and returns the exit status. */
  int report(Run run) {
    if (arguments.store() != null) {
      out.println("Run stored: " + new RunStore(arguments.store()).file(run.id()));
      keepPowerTraces(run);
    }
    SamplingCost.print(run, out);
    List<Entry> failed =
        run.entries().stream().filter(entry -> entry.status() != Status.OK).toList();
    failed.forEach(
        entry -> out.println(entry.key() + ": " + entry.status().word() + ": " + entry.cause()));
    if (failed.stream().anyMatch(entry -> entry.status().unfinished())) {
      out.println(
          "Run the rest with "
              + LauncherArguments.RESUME
              + " "
              + run.id()
              + LauncherArguments.storeOption(arguments.store()));
    }
    return failed.isEmpty() ? ExitStatus.OK : ExitStatus.FAILED;
  }
}
