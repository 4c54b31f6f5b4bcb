package org.calque.results.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * What a command line answered.
 *
 * @param code exit code
 * @param out standard output
 * @param err standard error
 */
record Shell(int code, String out, String err) {

  /** Runs a command in this process. */
  static Shell run(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    int code =
        ResultsCommand.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(words);
    return new Shell(code, out.toString(), err.toString());
  }
}
