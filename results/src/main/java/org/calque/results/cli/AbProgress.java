package org.calque.results.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import org.calque.results.ab.Arm;
import org.calque.results.ab.Experiment;
import org.calque.results.ab.Manifest;
import org.calque.results.ab.Slot;

/** Says on standard error how far an experiment is. */
final class AbProgress implements Experiment.Listener {
  private final PrintWriter err;
  private final Path folder;

  AbProgress(PrintWriter err, Path folder) {
    this.err = err;
    this.folder = folder;
  }

  void begin(Manifest manifest) {
    say(
        "each jar gets "
            + forks(manifest.forks())
            + " of every benchmark (-f of the JMH options), in turns; kept in "
            + folder);
    if (manifest.base().sha256().equals(manifest.head().sha256())) {
      say("base and head are the same jar, byte by byte: an A/A, where every difference is chance");
    }
    if (!manifest.ruler()) {
      say(
          "no ruler rides along: "
              + withoutRuler(manifest)
              + ", so a machine that moves is not seen");
    }
    if (!manifest.outcomes().isEmpty()) {
      say(manifest.outcomes().size() + " slots are there already");
    }
  }

  private static String withoutRuler(Manifest manifest) {
    boolean base = manifest.base().ruler();
    boolean head = manifest.head().ruler();
    return (base ? "head has" : head ? "base has" : "the jars have") + " none";
  }

  @Override
  public void ended(Manifest.Outcome outcome, Manifest manifest) {
    int done = manifest.outcomes().size();
    int all = 2 * manifest.forks();
    double mean =
        manifest.outcomes().stream().mapToDouble(Manifest.Outcome::seconds).average().orElse(0);
    String rest = done == all ? "" : ", " + duration(mean * (all - done)) + " to go";
    String what =
        outcome.cause() == null
            ? duration(outcome.seconds())
            : "failed after " + duration(outcome.seconds()) + ": " + outcome.cause();
    say("slot " + done + " of " + all + ", " + outcome.slot().arm().word() + ": " + what + rest);
  }

  @Override
  public void waiting(Slot slot) {
    say(
        "slot "
            + slot.number()
            + " waits: another JMH measures on this machine, or left its lock behind");
  }

  void interrupted(Experiment experiment) {
    int done = experiment.manifest().outcomes().size();
    say(
        "stopped; "
            + done
            + " slots are kept in "
            + folder
            + (done < 2
                ? ""
                : ": compare them with diff "
                    + experiment.file(Arm.BASE)
                    + " "
                    + experiment.file(Arm.HEAD))
            + "; go on with ab --resume "
            + folder);
  }

  private static String forks(int n) {
    return n == 1 ? "one fork" : n + " forks";
  }

  /** Such as {@code 12.3 s} or {@code 3 min 20 s}. */
  static String duration(double seconds) {
    if (seconds < 60) {
      return String.format(Locale.ROOT, "%.1f s", seconds);
    }
    long whole = Math.round(seconds);
    return whole < 3600
        ? whole / 60 + " min " + whole % 60 + " s"
        : whole / 3600 + " h " + whole % 3600 / 60 + " min";
  }

  private void say(String line) {
    err.println("ab: " + Glyphs.printable(line));
    err.flush();
  }
}
