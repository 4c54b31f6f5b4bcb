package org.calque.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceFormatException;
import picocli.CommandLine.Help.Ansi;

/** Reads traces as the command line says, with a bar where a person waits for it. */
final class TraceReading {
  private final ReadingOptions options;
  private final Optional<Path> kineto;
  private final PrintWriter errors;

  TraceReading(ReadingOptions options, Optional<Path> kineto, PrintWriter errors) {
    this.options = options;
    this.kineto = kineto;
    this.errors = errors;
  }

  /**
   * Hands every trace in files and folders to {@code action}, with times if there are timelines.
   *
   * @throws TraceFormatException if one of them has no usable trace, or if a trace has no timeline
   *     where several are given
   */
  void forEach(List<Path> arguments, Consumer<ExecutionTrace> action) {
    Consumer<ExecutionTrace> timed =
        kineto
            .map(file -> Timelines.read(file, options.readOptions(bytes -> {})).before(action))
            .orElse(action);
    arguments.stream().distinct().forEach(argument -> read(argument, timed));
  }

  private void read(Path argument, Consumer<ExecutionTrace> action) {
    if (!Ansi.AUTO.enabled() || !Files.isRegularFile(argument)) {
      TraceFiles.read(
          List.of(argument),
          options.readOptions(bytes -> {}),
          System.in,
          found -> action.accept(found.trace()));
      return;
    }
    String name = argument.toString();
    try (ProgressBar bar = new ProgressBar(errors, name, size(argument), System::nanoTime)) {
      TraceFiles.read(
          List.of(argument),
          options.readOptions(bar),
          System.in,
          found -> {
            bar.wipe();
            action.accept(found.trace());
          });
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }
}
