package org.calque.launcher;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import org.calque.results.RunFormatException;
import org.calque.runtime.ReplayException;
import org.calque.runtime.linux.MainArenaExecutor;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.ProfilersFailedException;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import picocli.CommandLine;

/** The main of {@code benchmarks.jar}. */
public final class Main {
  private static final String NOT_A_COMMAND = "--";

  private Main() {}

  /** Runs a command, or benchmarks with JMH's command line, and ends the JVM with its status. */
  public static void main(String[] arguments) {
    System.exit(run(Arrays.asList(arguments), System.out, System.err));
  }

  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    try {
      Optional<Callable<Integer>> command = command(arguments, out, err);
      if (command.isPresent()) {
        return execute(command.get(), arguments.subList(1, arguments.size()), err);
      }
      boolean forced = !arguments.isEmpty() && arguments.get(0).equals(NOT_A_COMMAND);
      List<String> benchmarks = forced ? arguments.subList(1, arguments.size()) : arguments;
      return new BenchmarkCommand(LauncherArguments.parse(benchmarks), Workloads.packed(), out)
          .run();
    } catch (ReplayException
        | RunFormatException
        | CommandLineOptionException
        | RunnerException
        | IOException e) {
      return explain(e, err);
    }
  }

  /** Says in a line why nothing came of it, and returns the exit status. */
  private static int explain(Exception e, PrintStream err) {
    if (e instanceof ReplayException || e instanceof RunFormatException) {
      err.println("calque: " + e.getMessage());
      return ExitStatus.BAD_INPUT;
    }
    if (e instanceof NoBenchmarksException) {
      err.println("calque: no benchmark matches; list them with -l");
      return ExitStatus.BAD_INPUT;
    }
    if (e instanceof CommandLineOptionException) {
      err.println("calque: " + e.getMessage() + "; see -h");
      return ExitStatus.BAD_INPUT;
    }
    String what = e instanceof ProfilersFailedException ? e.getMessage() + ": " : "";
    err.println("calque: " + what + reason(e));
    return ExitStatus.FAILED;
  }

  /** The command that the first word is, if it is one. */
  private static Optional<Callable<Integer>> command(
      List<String> arguments, PrintStream out, PrintStream err) {
    return switch (arguments.isEmpty() ? "" : arguments.get(0)) {
      case "coverage" -> Optional.of(new CoverageCommand(Workloads.packed(), out));
      case "likeness" -> Optional.of(new LikenessCommand(Workloads.packed(), out));
      case "power" -> Optional.of(new PowerCommand(err, System.getenv()));
      case "replay" -> Optional.of(new ReplayCommand(Workloads.packed(), System.in, out, err));
      case "reproduce" -> Optional.of(new ReproduceCommand(Workloads.packed(), out));
      case "verify" -> Optional.of(new VerifyCommand(Workloads.packed(), out));
      default -> Optional.empty();
    };
  }

  private static int execute(Callable<Integer> action, List<String> arguments, PrintStream err) {
    CommandLine command = new CommandLine(action);
    command.setExecutionExceptionHandler(
        (e, commandLine, parsed) -> {
          boolean ofTheUser = e instanceof ReplayException || e instanceof RunFormatException;
          if (e instanceof RuntimeException && !ofTheUser) {
            throw e;
          }
          return explain(e, err);
        });
    ExecutorService thread = new MainArenaExecutor(1, "calque");
    try {
      return thread.submit(() -> command.execute(arguments.toArray(String[]::new))).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitStatus.FAILED;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      thread.shutdownNow();
    }
  }

  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse(cause.toString());
  }
}
