package org.calque.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import org.calque.results.Accelerator;
import org.calque.results.Checkout;
import org.calque.results.Coverage;
import org.calque.results.Jvm;
import org.calque.results.Machine;
import org.calque.results.NativeLibrary;
import org.calque.results.Run;
import org.calque.results.RunStore;
import org.calque.results.Software;
import org.calque.results.WorkloadFacts;
import org.calque.runtime.Device;
import org.calque.runtime.Engine;
import org.calque.runtime.Library;
import org.calque.runtime.Support;
import org.calque.runtime.TypeSubstitutions;
import org.calque.runtime.Uncovered;
import org.calque.runtime.cuda.CudaDevices;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

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
    OperatorLibraryOption.add(arguments.libraries());
    CommandLineOptions commandLine = new CommandLineOptions(arguments.jmh().toArray(String[]::new));
    Options options = withDefaults(commandLine);
    if (commandLine.shouldHelp()) {
      commandLine.showHelp();
      Usage.print(out);
    } else if (commandLine.shouldList()) {
      new Runner(commandLine).list();
    } else if (commandLine.shouldListWithParams()) {
      new Runner(commandLine).listWithParams(commandLine);
    } else if (commandLine.shouldListProfilers()) {
      commandLine.listProfilers();
    } else if (commandLine.shouldListResultFormats()) {
      commandLine.listResultFormats();
    } else {
      return measure(options);
    }
    return ExitStatus.OK;
  }

  /** The default suite where the user names no benchmark, and what forks need. */
  private Options withDefaults(CommandLineOptions commandLine) {
    ChainedOptionsBuilder builder =
        new OptionsBuilder()
            .parent(commandLine)
            .jvmArgsAppend(
                ForkArguments.of(
                        Runtime.version().feature(),
                        System.getProperties(),
                        commandLine.getThreads().orElse(1) == 1,
                        commandLine.getJvmArgsAppend().orElse(List.of()))
                    .toArray(String[]::new));
    if (commandLine.getIncludes().isEmpty()) {
      workloads.all().stream()
          .filter(Manifest::defaultSuite)
          .forEach(manifest -> builder.include(manifest.stepPattern()));
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

  /** The same with devices as they are called on this machine, so that records tell which ran. */
  private static Options onDevices(Options options, List<Device> devices) {
    ChainedOptionsBuilder builder =
        new OptionsBuilder()
            .parent(options)
            .param("device", devices.stream().map(Device::toString).toArray(String[]::new));
    if (devices.stream().anyMatch(device -> device.kind() != Device.Kind.CPU)) {
      builder.addProfiler(DeviceTimeProfiler.class);
    }
    return builder.build();
  }

  private static List<String> values(Options options, String parameter, String missing) {
    return List.copyOf(options.getParameter(parameter).orElse(List.of(missing)));
  }

  private int measure(Options chosenOptions) throws RunnerException {
    Engine engine = Engine.find();
    List<Device> devices =
        values(chosenOptions, "device", "auto").stream().map(engine::device).distinct().toList();
    Options options = onDevices(chosenOptions, devices);
    OutputFormat output =
        OutputFormatFactory.createFormatInstance(
            out, options.verbosity().orElse(VerboseMode.NORMAL));
    SortedSet<BenchmarkListEntry> selected =
        BenchmarkList.defaultList().find(output, options.getIncludes(), options.getExcludes());
    if (selected.isEmpty()) {
      throw new NoBenchmarksException();
    }
    List<Manifest> chosen =
        workloads.all().stream()
            .filter(
                manifest ->
                    selected.stream()
                        .anyMatch(
                            entry -> entry.getUserClassQName().equals(manifest.benchmarkClass())))
            .toList();
    List<Preflight> preflights =
        devices.stream()
            .map(
                device ->
                    new Preflight(
                        engine, device, uncovered(options), memory(engine, device, options)))
            .toList();
    List<WorkloadCoverage> coverages =
        chosen.stream().map(workload -> leastCovered(workload, preflights)).toList();
    preflights.forEach(preflight -> chosen.forEach(w -> out.println(preflight.estimate(w))));
    coverages.forEach(this::nameWhatIsNotReplayed);
    RunStore store = arguments.store() == null ? null : new RunStore(arguments.store());
    RunRecorder recorder =
        new RunRecorder(
            output,
            Run.start(
                arguments.all(),
                Machine.current().withAccelerators(accelerators(devices)),
                software(engine.library()),
                coverages.stream().map(BenchmarkCommand::facts).toList()),
            workloads,
            run -> {
              if (store != null) {
                store.save(run);
              }
            });
    Collection<RunResult> results = List.of();
    try {
      results = new Runner(options, recorder).run();
    } finally {
      recorder.finish(results);
    }
    PhaseSums.print(results, workloads, out);
    coverages.forEach(this::nameWhatIsPartial);
    return report(recorder, store);
  }

  /** Left out is only what is left out in all. */
  private static Uncovered uncovered(Options options) {
    return values(options, "uncovered", Uncovered.REFUSED.word()).stream()
        .map(Uncovered::named)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  private static TypeSubstitutions widest(List<String> types) {
    return types.stream()
        .map(TypeSubstitutions::parse)
        .max(Comparator.comparingDouble(TypeSubstitutions::widening))
        .orElseThrow();
  }

  private MemoryBound memory(Engine engine, Device device, Options options) {
    return MemoryBound.of(arguments.maxMemory(), engine.freeBytes(device))
        .forReplays(threads(options))
        .forTypes(widest(values(options, "types", TypeSubstitutions.NONE.toString())));
  }

  /** The coverage on the device that has least of the workload. */
  private static WorkloadCoverage leastCovered(Manifest workload, List<Preflight> preflights) {
    return preflights.stream()
        .map(preflight -> preflight.check(workload))
        .max(Comparator.comparingInt(coverage -> coverage.facts().impossible().calls()))
        .orElseThrow();
  }

  /** How many threads measure at a time, each with a replay of its own. */
  private static int threads(Options options) {
    int threads = options.getThreads().orElse(1);
    return threads == Threads.MAX ? Runtime.getRuntime().availableProcessors() : threads;
  }

  /** A run says before its figures what of the step they leave out. */
  private void nameWhatIsNotReplayed(WorkloadCoverage coverage) {
    String workload = coverage.workload().workload();
    coverage
        .of(Support.Kind.IMPOSSIBLE)
        .forEach(
            item ->
                out.printf(
                    "%s: not replayed: %s (%d): %s%n",
                    workload, item.name(), item.amount().calls(), item.support().note()));
    coverage
        .workload()
        .communication()
        .forEach(
            (name, count) ->
                out.printf("%s: not replayed: communication %s (%d)%n", workload, name, count));
    nameWhatIsPartial(coverage);
  }

  private void nameWhatIsPartial(WorkloadCoverage coverage) {
    Coverage facts = coverage.facts();
    if (facts.partial()) {
      out.printf(
          "%s: PARTIAL: its figures are without %s%n",
          coverage.workload().workload(), facts.share(facts.impossible()));
    }
  }

  private int report(RunRecorder recorder, RunStore store) {
    if (store != null) {
      out.println("Run stored: " + store.file(recorder.run().id()));
    }
    recorder.run().entries().stream()
        .filter(entry -> entry.cause() != null)
        .forEach(
            entry ->
                out.println(
                    entry.benchmark() + ": " + entry.status().word() + ": " + entry.cause()));
    return recorder.failures() == 0 ? ExitStatus.OK : ExitStatus.FAILED;
  }

  private static List<Accelerator> accelerators(List<Device> devices) {
    return devices.stream()
        .filter(device -> device.kind() == Device.Kind.CUDA)
        .map(device -> CudaDevices.find().device(device.index()))
        .map(
            device ->
                new Accelerator(
                    device.name(),
                    device.uuid(),
                    device.memoryBytes(),
                    device.driverVersion(),
                    device.clockKilohertz() / 1000,
                    device.memoryClockKilohertz() / 1000))
        .toList();
  }

  private static Software software(Library library) {
    List<NativeLibrary> libraries = new ArrayList<>();
    libraries.add(
        new NativeLibrary(library.name(), library.version(), library.build(), library.origin()));
    library
        .operatorLibraries()
        .forEach(
            further ->
                libraries.add(
                    new NativeLibrary(
                        Path.of(further.file()).getFileName().toString(),
                        null,
                        further.operators() + " operators",
                        further.file())));
    return new Software(
        BenchmarkCommand.class.getPackage().getImplementationVersion(),
        Jvm.current(),
        libraries,
        RunEnvironment.current(),
        Checkout.of(Path.of("")).orElse(null));
  }

  private static WorkloadFacts facts(WorkloadCoverage coverage) {
    Manifest manifest = coverage.workload();
    return new WorkloadFacts(
        manifest.workload(),
        manifest.source().file(),
        manifest.source().digest(),
        manifest.origin().itemsPerStep(),
        manifest.origin().itemUnit(),
        manifest.operatorCalls(),
        coverage.facts(),
        manifest.operators().stream()
            .sorted(Comparator.comparingLong(Manifest.OperatorCount::nanos).reversed())
            .map(o -> new WorkloadFacts.OperatorTime(o.operator(), o.count(), o.nanos()))
            .toList());
  }
}
