package org.calque.launcher;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.calque.launcher.power.PowerOptions;
import org.calque.results.Run;
import org.calque.results.WorkloadFacts;
import org.calque.runtime.Device;
import org.calque.runtime.Engine;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * What a command line selects on this machine.
 *
 * @param arguments that select
 * @param workloads to select from
 * @param engine that replays
 * @param devices that operators run on
 * @param options for JMH, with the devices as they are called here
 * @param output that JMH prints to
 * @param benchmarks that are selected, perhaps none
 */
record Selection(
    LauncherArguments arguments,
    Workloads workloads,
    Engine engine,
    List<Device> devices,
    Options options,
    OutputFormat output,
    SortedSet<BenchmarkListEntry> benchmarks) {

  /** What options select; their devices may be words such as {@code auto}. */
  static Selection of(
      LauncherArguments arguments, Workloads workloads, Options asked, PrintStream out) {
    Engine engine = Engine.find();
    List<Device> devices =
        asked.getParameter("device").orElse(List.of("auto")).stream()
            .map(engine::device)
            .distinct()
            .toList();
    Options options = onDevices(asked, devices);
    OutputFormat output =
        OutputFormatFactory.createFormatInstance(
            out, options.verbosity().orElse(VerboseMode.NORMAL));
    SortedSet<BenchmarkListEntry> benchmarks =
        BenchmarkList.defaultList().find(output, options.getIncludes(), options.getExcludes());
    if (arguments.sweep()) {
      benchmarks.removeIf(entry -> !ofASeries(entry, workloads));
    }
    return new Selection(arguments, workloads, engine, devices, options, output, benchmarks);
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

  private static boolean ofASeries(BenchmarkListEntry entry, Workloads workloads) {
    return entry.getUsername().endsWith(".step")
        && workloads.ofBenchmark(entry.getUsername()).filter(Manifest::inSeries).isPresent();
  }

  /** The run that begins now, with all that is due. */
  Run run(List<WorkloadFacts> facts) {
    Path root = Optional.ofNullable(arguments.power()).orElse(PowerOptions.DEFAULT).root();
    return Run.start(
            arguments.all(),
            RunFacts.machine(devices, root),
            RunFacts.software(engine.library()),
            facts)
        .withEntries(
            PlannedBenchmarks.of(benchmarks, options).stream()
                .map(key -> RunRecorder.due(key, workloads))
                .toList());
  }
}
