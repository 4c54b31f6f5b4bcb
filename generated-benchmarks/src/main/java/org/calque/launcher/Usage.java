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
          --resume RUN   go on with a run that was killed or stopped, with what is left of it
          --energy       measure energy with -prof power, in iterations that are long enough for it
          --sweep batch  run the steps of recorded series of batch sizes, each from its smallest on,
                         until one does not fit into memory
          --ruler        run two benchmarks more, in pure Java, that tell whether the machine moved
          --time-limit TIME
                         end the forks of a benchmark that takes longer than this, such as 10m
          --lazy         allocate what exists before a step when it is first used
          --max-memory SIZE
                         most memory that tensors may take: bytes, a number with k, m, g or t, or
                         a percentage of what is available (default: 100%)
          --op-library FILE
                         load a library of further operators into LibTorch; may be given again
          --skip-uncovered
                         leave out operators that cannot be run; the run is then partial
          --allow-dtype TYPE=OTHER
                         let tensors of a floating-point type have another, such as
                         float16=float32; may be given again
        and, as a first word, the commands
          coverage [WORKLOAD...]
                         count what of each step can be replayed here
          likeness [WORKLOAD...]
                         compare what a step costs the machine with what the original's cost
          power [OPTIONS] [--] COMMAND...
                         measure energy and power while any command runs, into jpwr's files
          replay WORKLOAD [OPTIONS]
                         replay whole steps outside JMH and print the time of each
          reproduce RUN [--store DIR] [--check]
                         tell what differs from where a run was made, and run the same again
          verify [WORKLOAD...] [--trace FILE] [--keep FILE] [--threads N] [--all]
                         replay one step of each, and compare what ran with the trace
        -prof power measures energy and power; its options: -prof power:help
        Benchmarks take these parameters beside JMH's own, the first word being the default:
          -p allocator=as-recorded|retained|system   what becomes of freed memory
          -p device=auto|cpu|cuda|cuda:N             where operators run
          -p lookups=uniform|zipf:ALPHA              how rows of tables are drawn, where there are any
          -p pace=off|recorded                       waits between operators
          -p threads=1                               threads of every native thread pool
          -p types=as-recorded|float16=float32       element types in place of others, where there
                                                     are such
          -p uncovered=refused|skipped               what becomes of operators that cannot be run
        Write -- before a benchmark pattern that is also a command.
        Exit status: 0 all well, 1 a benchmark failed or a step is not as recorded, 2 wrong
        arguments or a workload that cannot be replayed on this machine.""");
  }
}
