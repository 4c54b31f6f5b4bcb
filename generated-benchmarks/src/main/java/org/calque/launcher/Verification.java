package org.calque.launcher;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.calque.runtime.Engine;
import org.calque.runtime.Recording;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Workload;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.TraceNode;
import org.calque.verify.Comparison;
import org.calque.verify.ReplayedStep;
import org.calque.verify.Verdict;

/**
 * Replays a step under a recording, and compares it with the original.
 *
 * @param verdict what the comparison found; {@code null} if the replay failed
 * @param failure why it failed, and where; {@code null} if it did not
 */
record Verification(Verdict verdict, String failure) {

  /** Whether the step ran and did what was recorded. */
  boolean agrees() {
    return verdict != null && verdict.agrees();
  }

  /**
   * Verifies a workload.
   *
   * @param replay is open: what it does beside the step is not recorded
   * @param leftOut how many recorded operators it declares it leaves out
   * @param prepared operators with arguments that take a prepared tensor
   * @param file takes the recording
   * @throws ReplayException if the engine cannot record into the file
   */
  static Verification of(
      Engine engine,
      Workload replay,
      Original original,
      int leftOut,
      Set<String> prepared,
      Path file) {
    Optional<String> failure = run(replay, engine.record(file));
    ExecutionTrace recorded = ExecutionTraceReader.read(file);
    return failure
        .map(reason -> new Verification(null, reason + "; " + place(original, recorded, reason)))
        .orElseGet(
            () ->
                new Verification(
                    Comparison.of(original.trace(), original.steps(), leftOut, prepared, recorded),
                    null));
  }

  private static Optional<String> run(Workload replay, Recording recording) {
    try (recording) {
      replay.step();
      return Optional.empty();
    } catch (ReplayException e) {
      return Optional.of(e.getMessage());
    }
  }

  /** How far it came, and at which node it failed, if the reason is of that node's operator. */
  private static String place(Original original, ExecutionTrace recorded, String reason) {
    List<ReplayedStep> steps = original.steps();
    int done = Comparison.done(original.trace(), steps, recorded);
    String progress = "after " + done + " of " + steps.size() + " operators";
    if (done == steps.size()) {
      return progress;
    }
    TraceNode next = original.trace().node(steps.get(done).node());
    return reason.startsWith(next.operator() + ":")
        ? "it is node " + next.id() + ", " + progress
        : progress;
  }
}
