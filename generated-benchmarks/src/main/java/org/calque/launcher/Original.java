package org.calque.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.calque.runtime.ReplayException;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.ReadOptions;
import org.calque.trace.TraceFormatException;
import org.calque.trace.TraceNode;
import org.calque.verify.ReplayedStep;

/**
 * What a workload was generated from.
 *
 * @param trace the recording
 * @param steps what of it the workload replays, in order
 */
record Original(ExecutionTrace trace, List<ReplayedStep> steps) {

  /** What the launcher needs of a packed program. */
  private record Program(List<Step> steps) {}

  /** A step of a program: a call has a schema, a view a slot, and what only frees has neither. */
  private record Step(String schema, Integer slot, Provenance provenance) {
    boolean runsAnOperator() {
      return schema != null || slot != null;
    }
  }

  private record Provenance(long node) {}

  /**
   * Reads the trace in the jar.
   *
   * @throws ReplayException if there is none
   */
  static Original packed(Manifest workload) {
    String name = "META-INF/calque/traces/" + workload.simpleName() + ".et.json.gz";
    InputStream packed = Workloads.class.getClassLoader().getResourceAsStream(name);
    if (packed == null) {
      throw new ReplayException(
          "the jar has no trace of "
              + workload.workload()
              + ", as of one that came from standard input; name it with --trace FILE");
    }
    String file = workload.source().file();
    try (packed) {
      return of(
          workload,
          found -> ExecutionTraceReader.readAll(file, file, packed, ReadOptions.DEFAULT, found));
    } catch (IOException e) {
      throw new ReplayException(name + " cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * Reads the trace in a file.
   *
   * @throws ReplayException if it cannot be read, or is another than the workload was generated
   *     from
   */
  static Original in(Path file, Manifest workload) {
    return of(workload, found -> found.accept(ExecutionTraceReader.read(file)));
  }

  private static Original of(Manifest workload, Consumer<Consumer<ExecutionTrace>> reading) {
    List<ExecutionTrace> traces = new ArrayList<>();
    try {
      reading.accept(traces::add);
    } catch (TraceFormatException e) {
      throw new ReplayException(e.getMessage(), e);
    }
    ExecutionTrace trace = traces.get(0);
    List<ReplayedStep> steps = new ArrayList<>();
    for (Step step : Workloads.program(workload, Program.class).steps()) {
      check(step, trace, workload);
      if (step.runsAnOperator()) {
        steps.add(new ReplayedStep(step.provenance().node(), step.schema() == null));
      }
    }
    return new Original(trace, steps);
  }

  private static void check(Step step, ExecutionTrace trace, Manifest workload) {
    long id = step.provenance().node();
    String found = trace.find(id).map(TraceNode::schema).orElse("");
    if (found.isEmpty() || (step.schema() != null && !step.schema().equals(found))) {
      throw new ReplayException(
          trace.source().file()
              + " is not what "
              + workload.workload()
              + " was generated from, as its node "
              + id
              + " shows; take the trace whose SHA-256 is "
              + workload.source().digest());
    }
  }
}
