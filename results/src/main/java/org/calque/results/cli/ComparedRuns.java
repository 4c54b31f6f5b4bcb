package org.calque.results.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.calque.results.Run;
import org.calque.results.RunFormatException;
import org.calque.results.diff.Repetitions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The options that say which runs are compared. */
final class ComparedRuns {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Mixin private RunSource source;
  @Mixin private Baselines baselines;

  @Parameters(
      paramLabel = "RUN",
      arity = "0..*",
      description =
          "BASE and HEAD, the run to compare with and the one to judge. With --base, --baseline or"
              + " --head, the runs of the other side.")
  private List<String> runs = new ArrayList<>();

  @Option(
      names = "--base",
      paramLabel = "RUN",
      description = "A run to compare with. Given more than once: its repetitions too.")
  private List<String> bases = new ArrayList<>();

  @Option(
      names = "--head",
      paramLabel = "RUN",
      description = "A run to judge. Given more than once: its repetitions too.")
  private List<String> heads = new ArrayList<>();

  @Option(
      names = "--baseline",
      paramLabel = "NAME",
      description = "Compare with what the folder of baselines has under this name.")
  private String baseline;

  /** Base and head. */
  record Sides(Repetitions base, Repetitions head) {}

  /** Reads what was named; both sides at once. */
  Sides read() throws IOException {
    settle();
    List<String> all = new ArrayList<>(bases);
    all.addAll(heads);
    refuseTwice(bases, "base");
    refuseTwice(heads, "head");
    List<CompletableFuture<Run>> reading =
        all.stream().map(one -> CompletableFuture.supplyAsync(() -> one(one))).toList();
    List<Run> read = new ArrayList<>();
    for (CompletableFuture<Run> one : reading) {
      read.add(joined(one));
    }
    return new Sides(
        Repetitions.of(read.subList(0, bases.size())),
        Repetitions.of(read.subList(bases.size(), all.size())));
  }

  /** Finds out which side runs without an option are of. */
  private void settle() throws IOException {
    if (baseline != null) {
      for (Path file : baselines.files(baseline)) {
        bases.add(file.toString());
      }
    }
    if (bases.isEmpty() && heads.isEmpty()) {
      if (runs.size() > 2) {
        throw usage(
            runs.size() + " runs without a side: give repetitions with --base RUN and --head RUN");
      }
      bases.addAll(runs.subList(0, Math.min(1, runs.size())));
      heads.addAll(runs.subList(bases.size(), runs.size()));
    } else if (bases.isEmpty()) {
      bases.addAll(runs);
    } else if (heads.isEmpty()) {
      heads.addAll(runs);
    } else if (!runs.isEmpty()) {
      throw usage("'" + runs.get(0) + "' has no side: give it with --base or --head");
    }
    if (bases.isEmpty()) {
      throw usage("Missing required parameter: 'BASE'");
    }
    if (heads.isEmpty()) {
      throw usage("Missing required parameter: 'HEAD'");
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private static void refuseTwice(List<String> references, String side) throws IOException {
    Set<Object> seen = new HashSet<>();
    for (String reference : references) {
      if (!seen.add(identity(reference))) {
        throw new RunFormatException(
            reference + " is given twice for " + side + "; a run counts once");
      }
    }
  }

  private static Object identity(String reference) throws IOException {
    boolean file = reference.indexOf('\0') < 0 && Files.isRegularFile(Path.of(reference));
    return file ? Path.of(reference).toRealPath() : reference;
  }

  /** In the order of the command line, so that of two that cannot be read the first is named. */
  private static Run joined(CompletableFuture<Run> reading) throws IOException {
    try {
      return reading.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof UncheckedIOException io) {
        throw io.getCause();
      }
      if (e.getCause() instanceof Error error) {
        throw error; // such as too little memory
      }
      throw e.getCause() instanceof RuntimeException own ? own : e;
    }
  }

  private Run one(String reference) {
    try {
      return source.read(reference);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
