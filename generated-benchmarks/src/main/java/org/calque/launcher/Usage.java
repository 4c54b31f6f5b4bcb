package org.calque.launcher;

import java.io.PrintStream;

/** What the launcher adds to JMH's command line. */
final class Usage {
  private Usage() {}

  static void print(PrintStream out) {
    out.println(
        """

        Calque adds to JMH's options:
          --store DIR    folder that the run is stored in (default: results/runs)
          --no-store     leave the run out of the store
        and, as a first word, the command
          replay WORKLOAD [--steps N] [--threads N] [--on-request]
                         replay whole steps outside JMH and print the time of each
        Write -- before a benchmark pattern that is also a command.
        Exit status: 0 all well, 1 a benchmark failed, 2 wrong arguments or a workload that
        cannot be replayed on this machine.""");
  }
}
