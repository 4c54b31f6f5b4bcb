package org.calque.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.calque.codegen.BenchmarkGenerator;
import org.calque.codegen.FileContent;
import org.calque.codegen.GeneratedBenchmark;
import org.calque.codegen.OutputFolder;
import org.calque.replay.BuildOptions;
import org.calque.replay.Origin;
import org.calque.replay.ProgramBuilder;
import org.calque.replay.ReplayProgram;
import org.calque.replay.UnreplayableTraceException;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ReadOptions;
import org.calque.trace.TraceFormatException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code generator.jar}: execution traces in, JMH sources and their resources out. */
@Command(
    name = "generator",
    customSynopsis = {"generator --out=DIR TRACE...", "generator inspect [OPTION...] TRACE..."},
    subcommands = InspectCommand.class,
    mixinStandardHelpOptions = true,
    version = "Calque generator",
    description = "Turns recorded PyTorch execution traces into JMH benchmark classes.",
    footer = {
      "",
      "Below DIR, java/ gets the sources and resources/ what belongs into the jar.",
      "Exit status: 0 done, 2 a trace or an argument cannot be used; then nothing is written."
    })
public final class GeneratorCommand implements Callable<Integer> {
  private static final double MIB = 1 << 20;

  /** Exit status for input that cannot be used. */
  static final int BAD_INPUT = 2;

  private static final int LONGEST_MESSAGE = 600;

  private static final String WORKLOAD_INDEX = "resources/META-INF/calque/workloads.txt";

  @Parameters(
      arity = "0..*",
      paramLabel = "TRACE",
      description = {
        "Trace files (.json, .json.gz, or any number in a .zip, .tar, .tar.gz or .tgz), folders of",
        "such files, or - for standard input."
      })
  private List<Path> traces;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder of the generated files; Calque removes from it what it wrote before.")
  private Path out;

  @Option(
      names = "--step",
      paramLabel = "STEP",
      description =
          "Which recorded step to take where the profiler marked several: the number or text of"
              + " its ProfilerStep# label. Default: the first complete one.")
  private String step;

  @Mixin private ReadingOptions reading;

  @Spec private CommandSpec spec;

  /** Runs the command and ends the JVM with its status. */
  public static void main(String[] arguments) {
    int status = commandLine().execute(arguments);
    if (status != 0) {
      System.exit(status);
    }
  }

  /** The command line with its settings. */
  static CommandLine commandLine() {
    return new CommandLine(new GeneratorCommand()).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() {
    requireArguments();
    PrintWriter output = spec.commandLine().getOut();
    PrintWriter errors = spec.commandLine().getErr();
    try {
      SortedMap<String, FileContent> files = new TreeMap<>();
      Map<String, String> classes = new HashMap<>();
      ReadOptions options = reading.readOptions(bytes -> {});
      List<String> others =
          TraceFiles.read(
              traces,
              options,
              System.in,
              found -> {
                GeneratedBenchmark benchmark = generate(found, output);
                String file = found.trace().source().file();
                String other = classes.put(benchmark.className().toLowerCase(Locale.ROOT), file);
                if (other != null) {
                  throw new TraceFormatException(
                      file, "gives the same class as " + other + "; rename one of the two files");
                }
                benchmark.files().forEach((path, text) -> files.put(path, FileContent.text(text)));
                PackedTrace.of(found, options.limits())
                    .ifPresent(packed -> files.put(PackedTrace.path(benchmark), packed));
              });
      others.forEach(other -> output.println(oneLine("passed over: " + other)));
      files.put(WORKLOAD_INDEX, FileContent.text(index(files)));
      OutputFolder.Update update = new OutputFolder(out).write(files);
      output.printf(
          Locale.ROOT,
          "%s: %d files written, %d unchanged, %d removed%n",
          out,
          update.written(),
          update.unchanged(),
          update.removed());
      return 0;
    } catch (TraceFormatException | UnreplayableTraceException e) {
      errors.println(oneLine("generator: " + e.getMessage()));
    } catch (OutOfMemoryError e) {
      errors.println(outOfMemory());
    } catch (IOException e) {
      errors.println(oneLine("generator: cannot write " + out + ": " + reason(e)));
    }
    return BAD_INPUT;
  }

  /** What to say where the heap is too small for a trace. */
  static String outOfMemory() {
    return "generator: out of memory; give Java more, such as java -Xmx"
        + 2 * Math.max(Runtime.getRuntime().maxMemory() >> 30, 1)
        + "g -jar ...";
  }

  /** Here and not in the annotations, which would ask for them with a subcommand, too. */
  private void requireArguments() {
    List<String> missing = new ArrayList<>();
    if (out == null) {
      missing.add("'--out=DIR'");
    }
    if (traces == null || traces.isEmpty()) {
      missing.add("'TRACE'");
    }
    if (!missing.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "Missing required options and parameters: " + String.join(", ", missing));
    }
  }

  /** A message may quote a trace, in which there may be anything. */
  static String oneLine(String message) {
    String plain = message.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]", " ");
    return plain.length() <= LONGEST_MESSAGE ? plain : plain.substring(0, LONGEST_MESSAGE) + "...";
  }

  /** Some messages of the file system are nothing but a path. */
  private static String reason(IOException e) {
    if (e instanceof FileAlreadyExistsException) {
      return e.getMessage() + " is a file, not a folder";
    }
    if (e instanceof AccessDeniedException) {
      return "permission for " + e.getMessage() + " is denied";
    }
    return e instanceof FileSystemException system && system.getReason() != null
        ? system.getReason()
        : e.getMessage();
  }

  /** The names of the manifests, which code in a jar cannot list by itself. */
  private static String index(SortedMap<String, FileContent> files) {
    return files.keySet().stream()
        .filter(file -> file.startsWith(BenchmarkGenerator.MANIFESTS))
        .map(
            file -> file.substring(BenchmarkGenerator.MANIFESTS.length(), file.length() - 5) + "\n")
        .collect(Collectors.joining());
  }

  /** The trace with the times of the timeline beside it, if there is one that can be used. */
  private ExecutionTrace timed(TraceFiles.Found found, PrintWriter output) {
    ExecutionTrace trace = found.trace();
    Optional<Path> timeline = found.timeline();
    if (timeline.isEmpty()) {
      return trace;
    }
    try {
      ExecutionTrace timed =
          Timelines.join(trace, timeline.get(), reading.readOptions(bytes -> {}));
      timed
          .timings()
          .map(times -> times.join().remark())
          .filter(remark -> !remark.isEmpty())
          .ifPresent(remark -> output.println(oneLine(timeline.get() + ": " + remark)));
      return timed;
    } catch (TraceFormatException e) {
      output.println(oneLine("times are not used: " + e.getMessage()));
      return trace;
    }
  }

  private GeneratedBenchmark generate(TraceFiles.Found found, PrintWriter output) {
    ExecutionTrace trace = timed(found, output);
    ReplayProgram program =
        ProgramBuilder.build(found.workload(), trace, new BuildOptions(Optional.ofNullable(step)));
    output.printf(
        Locale.ROOT,
        "%s: %d nodes, %d operator calls, %.0f MiB before the step, %.0f MiB at most%n",
        oneLine(trace.source().file()),
        trace.size(),
        program.calls().size(),
        program.memory().materialized() / MIB,
        program.memory().total() / MIB);
    Map<String, Integer> differences = new TreeMap<>();
    program
        .remarks()
        .forEach(remark -> differences.merge(remark.kind(), remark.count(), Integer::sum));
    if (!differences.isEmpty()) {
      output.println(
          differences.entrySet().stream()
              .map(entry -> entry.getKey() + " " + entry.getValue())
              .collect(Collectors.joining(", ", "  ", "")));
    }
    trace.warnings().forEach(warning -> output.println(oneLine("  " + warning)));
    trace.repairs().forEach(repair -> output.println(oneLine("  repaired: " + repair)));
    return BenchmarkGenerator.generate(
        program,
        trace,
        Origin.read(found.companion(".origin.json")),
        DefaultSuite.contains(found.file(), found.workload()));
  }
}
