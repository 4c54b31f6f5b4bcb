package org.calque.mutation;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;
import org.calque.replay.ModuleLabel;
import org.calque.replay.Provenance;
import org.calque.replay.ReplayProgram;
import org.calque.replay.Step;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.Repair;
import org.calque.trace.TraceFormatException;
import org.calque.trace.TraceNode;

/**
 * What became of one file.
 *
 * @param trace what was read; empty if the file was refused
 * @param program what it is planned to; empty if there is none
 * @param same whether the program is that of the undamaged file, the names of modules aside
 * @param kept operators outside the damage that were read as they were, as a part of all of them
 * @param problem which promise is broken, or empty
 */
record Outcome(
    Mutation mutation,
    Optional<ExecutionTrace> trace,
    Optional<ReplayProgram> program,
    boolean same,
    double kept,
    String problem) {
  private static final int LONGEST_MESSAGE = 600;
  private static final double LONGEST_SECONDS = 5;
  private static final int TAR_HEADER = 512;

  static Outcome of(Mutation mutation, Sample sample, byte[] file) {
    long start = System.nanoTime();
    try {
      Outcome outcome = examine(mutation, sample, file);
      double seconds = (System.nanoTime() - start) / 1e9;
      return seconds < LONGEST_SECONDS ? outcome : outcome.with("it took " + seconds + " s");
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError | AssertionError e) {
      String place = e.getStackTrace().length > 0 ? " at " + e.getStackTrace()[0] : "";
      return refused(mutation, e + place);
    }
  }

  private Outcome with(String otherProblem) {
    return new Outcome(mutation, trace, program, same, kept, otherProblem);
  }

  private static Outcome refused(Mutation mutation, String problem) {
    return new Outcome(mutation, Optional.empty(), Optional.empty(), false, 0, problem);
  }

  private static Outcome examine(Mutation mutation, Sample sample, byte[] file) {
    ExecutionTrace trace;
    try {
      trace = Sample.read(file, false);
    } catch (TraceFormatException e) {
      return refused(mutation, afterRefusal(mutation, sample, file, e));
    }
    Optional<ReplayProgram> program =
        sample.program().isPresent() ? Sample.plan(trace) : Optional.empty();
    boolean identical = equal(program, sample.program(), false);
    boolean same = identical || equal(program, sample.program(), true);
    int[] span = untouched(sample, file);
    double kept = kept(sample, trace, span[0], span[1]);
    Outcome outcome = new Outcome(mutation, Optional.of(trace), program, same, kept, "");
    return outcome.with(broken(outcome, sample, file, identical, kept(sample, trace, span[0], 0)));
  }

  private static String afterRefusal(
      Mutation mutation, Sample sample, byte[] file, TraceFormatException refusal) {
    String message = refusal.getMessage();
    if (message.length() >= LONGEST_MESSAGE || message.chars().anyMatch(Character::isISOControl)) {
      return "the message is not one short line: " + message;
    }
    if (!isRefusedStrictly(file)) {
      return "it is refused, but not when it has to be whole: " + message;
    }
    return switch (mutation.promise()) {
      case ANYTHING -> "";
      case KEPT ->
          complete(sample, untouched(sample, file)[0]) == 0 ? "" : "it is refused: " + message;
      default -> "it is refused: " + message;
    };
  }

  private static String broken(
      Outcome outcome, Sample sample, byte[] file, boolean identical, double keptBefore) {
    ExecutionTrace trace = outcome.trace.orElseThrow();
    boolean repaired = !trace.repairs().isEmpty();
    if (isRefusedStrictly(file) != repaired) {
      return "what has to be whole is "
          + (repaired ? "accepted" : "refused")
          + ": "
          + trace.repairs();
    }
    return switch (outcome.mutation.promise()) {
      case WHOLE ->
          identical && kinds(trace).equals(kinds(sample.trace()))
              ? ""
              : identical
                  ? "it is repaired: " + trace.repairs()
                  : "another program: " + difference(outcome, sample);
      case SAME -> identical ? "" : "another program: " + difference(outcome, sample);
      case RELABELLED -> outcome.same ? "" : "another program: " + difference(outcome, sample);
      case KEPT -> keptBefore == 1 ? "" : "operators before the damage are lost: " + keptBefore;
      case READ, ANYTHING -> "";
    };
  }

  private static String difference(Outcome outcome, Sample sample) {
    String repairs = outcome.trace.orElseThrow().repairs().toString();
    if (outcome.program.isEmpty() || sample.program().isEmpty()) {
      return "none; " + repairs;
    }
    List<Step> steps = outcome.program.get().steps();
    List<Step> wanted = sample.program().get().steps();
    for (int i = 0; i < Math.min(steps.size(), wanted.size()); i++) {
      if (!steps.get(i).equals(wanted.get(i))) {
        return "step " + i + " " + steps.get(i) + " for " + wanted.get(i) + "; " + repairs;
      }
    }
    return steps.size() + " steps for " + wanted.size() + "; " + repairs;
  }

  private static Set<Repair.Kind> kinds(ExecutionTrace trace) {
    return trace.repairs().stream().map(Repair::kind).collect(Collectors.toSet());
  }

  private static boolean isRefusedStrictly(byte[] file) {
    try {
      Sample.read(file, true);
      return false;
    } catch (TraceFormatException e) {
      return true;
    }
  }

  private static boolean equal(
      Optional<ReplayProgram> one, Optional<ReplayProgram> other, boolean relabelled) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() && other.isEmpty();
    }
    return one.get().slots().equals(other.get().slots())
        && one.get().storages().equals(other.get().storages())
        && (relabelled
            ? unlabelled(one.get()).equals(unlabelled(other.get()))
            : one.get().steps().equals(other.get().steps()));
  }

  private static List<Step> unlabelled(ReplayProgram program) {
    return program.steps().stream().map(Outcome::unlabelled).toList();
  }

  private static Step unlabelled(Step step) {
    Provenance place =
        new Provenance(
            step.provenance().node(),
            ModuleLabel.NONE,
            step.provenance().thread(),
            step.provenance().timing());
    if (step instanceof Step.OperatorCall call) {
      return new Step.OperatorCall(
          call.operator(), call.schema(), call.operands(), call.results(), place);
    }
    if (step instanceof Step.Release release) {
      return new Step.Release(release.tensors(), place);
    }
    Step.Alias alias = (Step.Alias) step;
    return new Step.Alias(alias.slot(), alias.base(), place);
  }

  /** How many bytes at the start and the end of the text are as they were. */
  private static int[] untouched(Sample sample, byte[] file) {
    byte[] wanted = Mutation.bytes(sample.text());
    byte[] text = unpacked(file);
    int most = Math.min(wanted.length, text.length);
    int start = 0;
    while (start < most && wanted[start] == text[start]) {
      start++;
    }
    int end = 0;
    while (end < most - start && wanted[wanted.length - 1 - end] == text[text.length - 1 - end]) {
      end++;
    }
    return new int[] {start, end};
  }

  /** What can be unpacked of a file; a plain one is its own text. */
  private static byte[] unpacked(byte[] file) {
    String start = new String(file, 0, Math.min(2, file.length), StandardCharsets.ISO_8859_1);
    try {
      if (start.equals("\u001f\u008b")) {
        return unpacked(all(new GZIPInputStream(new ByteArrayInputStream(file))));
      } else if (start.equals("PK")) {
        ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(file));
        return zip.getNextEntry() == null ? new byte[0] : all(zip);
      }
    } catch (IOException e) {
      return new byte[0];
    }
    boolean tar = new String(file, StandardCharsets.ISO_8859_1).startsWith(Sample.FILE);
    return tar ? Arrays.copyOfRange(file, Math.min(TAR_HEADER, file.length), file.length) : file;
  }

  private static byte[] all(InputStream input) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    byte[] piece = new byte[64];
    try {
      int read;
      while ((read = input.read(piece)) > 0) {
        text.write(piece, 0, read);
      }
    } catch (IOException e) {
      // What came before it is what there is.
    }
    return text.toByteArray();
  }

  private static int complete(Sample sample, int start) {
    int count = 0;
    for (int end : sample.source().ends()) {
      count += end <= start ? 1 : 0;
    }
    return count;
  }

  /** The part of the operators in untouched nodes that is read as it was. */
  private static double kept(Sample sample, ExecutionTrace trace, int start, int end) {
    int[] ends = sample.source().ends();
    int last = sample.text().length() - end;
    int wanted = 0;
    int found = 0;
    for (int i = 0; i < ends.length; i++) {
      int begin = ends[i] - sample.source().nodes().get(i).length();
      if (ends[i] <= start || begin >= last) {
        TraceNode node = sample.trace().node(sample.source().id(i));
        if (node.isOperator()) {
          wanted++;
          found += trace.find(node.id()).filter(other -> equal(node, other)).isPresent() ? 1 : 0;
        }
      }
    }
    return wanted == 0 ? 1 : (double) found / wanted;
  }

  private static boolean equal(TraceNode one, TraceNode other) {
    return one.name().equals(other.name())
        && one.schema().equals(other.schema())
        && one.inputs().equals(other.inputs())
        && one.outputs().equals(other.outputs())
        && one.thread() == other.thread()
        && one.sequence() == other.sequence()
        && one.recordFunction() == other.recordFunction();
  }
}
