package org.calque.results.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.calque.results.Run;
import org.calque.results.RunFormatException;
import org.calque.results.RunId;
import org.calque.results.ab.Arm;
import org.calque.results.ab.BenchmarkJar;
import org.calque.results.ab.Experiment;
import org.calque.results.ab.JmhArguments;
import org.calque.results.ab.Manifest;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.Repetitions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ab -- BASE.jar HEAD.jar}: measures two jars in turns and compares them. */
@Command(
    name = "ab",
    description = {
      "Runs the same benchmarks from two jars on this machine, one fork of each in turns (A B B A"
          + " A B B A ...), and compares them as diff does.",
      "Any jar that takes JMH's command line will do. Options of ab come first; what follows the"
          + " jars goes to JMH. -f says how many forks each jar gets (default: 10)."
    })
final class AbCommand implements Callable<Integer> {
  /** What a shell says of a program that Ctrl-C ended. */
  private static final int INTERRUPTED = 130;

  @Spec private CommandSpec spec;
  @Mixin private CriteriaOptions criteria;
  @Mixin private FormatOptions formats;
  @Mixin private DiffText text;
  @Mixin private FailOnOption failOn;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for the results and logs (default: results/ab/TIME).")
  private Path folder;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Go on with the experiment in this folder; takes no jars and no JMH options.")
  private Path resumed;

  @Option(
      names = "--jvm",
      paramLabel = "JAVA",
      description = "Program java that runs both jars (default: the one that runs this).")
  private Path java = Path.of(System.getProperty("java.home"), "bin", "java");

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARGUMENT",
      description = "Argument for that java, such as -Djmh.ignoreLock=true. May be given again.")
  private List<String> jvmArguments = List.of();

  @Option(
      names = {"-v", "--verbose"},
      description = "Show JMH's output on standard error too.")
  private boolean verbose;

  @Parameters(paramLabel = "BASE.jar HEAD.jar [JMH OPTIONS]", arity = "0..*")
  private List<String> arguments = List.of();

  @Override
  public Integer call() throws IOException {
    formats.check();
    Manifest manifest = resumed == null ? planned() : resumed();
    Path place = resumed == null ? place() : resumed;
    PrintWriter err = spec.commandLine().getErr();
    AbProgress progress = new AbProgress(err, place);
    progress.begin(manifest);
    Experiment experiment = new Experiment(place, manifest, progress, verbose ? System.err : null);
    Thread interrupted =
        new Thread(
            () -> {
              experiment.kill();
              progress.interrupted(experiment);
            });
    Runtime.getRuntime().addShutdownHook(interrupted);
    Map<Arm, Run> runs;
    try {
      runs = experiment.run();
    } catch (InterruptedException e) {
      if (remove(interrupted)) {
        progress.interrupted(experiment);
      }
      return INTERRUPTED;
    } finally {
      remove(interrupted);
    }
    if (experiment.nothingWorks()) {
      throw new RunFormatException(
          "neither jar gave a result: "
              + experiment.manifest().outcomes().get(0).cause()
              + "; see the logs in "
              + place.resolve("slots"));
    }
    Repetitions base = side(Arm.BASE, runs, experiment);
    Repetitions head = side(Arm.HEAD, runs, experiment);
    Comparison comparison = Comparison.of(base, head, criteria.criteria());
    formats.write(comparison, text, failOn.failOn());
    return failOn.exitCode(comparison);
  }

  /** Whether the hook was still to run; else the program is ending, and it says what there is. */
  private static boolean remove(Thread hook) {
    try {
      return Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return false;
    }
  }

  private static Repetitions side(Arm arm, Map<Arm, Run> runs, Experiment experiment) {
    return new Repetitions(runs.get(arm), experiment.remarks(arm), List.of());
  }

  private Manifest planned() throws IOException {
    if (arguments.size() < 2) {
      throw wrong("name two jars: ab -- BASE.jar HEAD.jar [JMH OPTIONS]");
    }
    JmhArguments jmh;
    try {
      jmh = JmhArguments.parse(arguments.subList(2, arguments.size()));
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
    if (!Files.isExecutable(java)) {
      throw wrong("--jvm: " + java + " is no program that can be run");
    }
    BenchmarkJar base = BenchmarkJar.read(Path.of(arguments.get(0)).toAbsolutePath().normalize());
    BenchmarkJar head = BenchmarkJar.read(Path.of(arguments.get(1)).toAbsolutePath().normalize());
    return new Manifest(
        Manifest.FORMAT_VERSION,
        Instant.now().truncatedTo(ChronoUnit.MILLIS),
        base,
        head,
        jmh.forks(),
        jmh.words(),
        java,
        jvmArguments,
        base.ruler() && head.ruler(),
        List.of());
  }

  /** The same jars again, or the forks would be of different things. */
  private Manifest resumed() throws IOException {
    if (!arguments.isEmpty() || folder != null) {
      throw wrong("--resume goes on with what the folder says; it takes no jars, options or --out");
    }
    Manifest manifest = Manifest.read(resumed);
    for (Arm arm : Arm.values()) {
      manifest.jar(arm).refuseIfChanged();
    }
    return manifest;
  }

  private Path place() throws IOException {
    Path place = folder == null ? Path.of("results", "ab", RunId.time(Instant.now())) : folder;
    if (Manifest.isIn(place)) {
      throw wrong(
          place + " holds an experiment; go on with --resume " + place + " or name another folder");
    }
    if (Files.exists(place)) {
      try (Stream<Path> files = Files.list(place)) {
        if (files.findAny().isPresent()) {
          throw wrong(place + " is not empty; name a new folder");
        }
      }
    }
    return place;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
