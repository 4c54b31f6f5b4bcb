package org.calque.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of the generator's command line.
 *
 * @param status exit status
 * @param output what it says on standard output
 * @param errors the lines on standard error
 */
record CommandRun(int status, String output, List<String> errors) {

  /** Runs with {@code --out} and traces. */
  static CommandRun generate(Path out, Path... traces) {
    List<String> arguments = new ArrayList<>(List.of("--out", out.toString()));
    for (Path trace : traces) {
      arguments.add(trace.toString());
    }
    return of(arguments.toArray(String[]::new));
  }

  static CommandRun of(String... arguments) {
    StringWriter output = new StringWriter();
    StringWriter errors = new StringWriter();
    int status =
        GeneratorCommand.commandLine()
            .setOut(new PrintWriter(output))
            .setErr(new PrintWriter(errors))
            .execute(arguments);
    return new CommandRun(status, output.toString(), errors.toString().lines().toList());
  }
}
