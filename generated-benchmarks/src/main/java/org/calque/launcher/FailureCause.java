package org.calque.launcher;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.calque.results.Status;

/** Picks the reason of a failure out of what JMH and the fork print while a benchmark runs. */
final class FailureCause {
  private static final int KEPT = 1 << 16;
  private static final Pattern EXCEPTION =
      Pattern.compile(
          "(?m)^(?:Caused by: )?((?:[a-z_]\\w*\\.)+[A-Z]\\w*(?:Exception|Error)[^\\n]*)");
  private static final Pattern FORK =
      Pattern.compile("(?m)^<(forked VM [^>]*)>|^<([^>]*fail[^>]*)>");

  /** What the JVM, LibTorch on a CPU and on a device, and C++ say when memory runs out. */
  private static final Pattern OUT_OF_MEMORY =
      Pattern.compile(
          "OutOfMemoryError|out of memory|can't allocate memory|not enough memory|bad_alloc"
              + "|insufficient memory",
          Pattern.CASE_INSENSITIVE);

  /** What JMH prints when an iteration takes longer than {@code -to} allows. */
  private static final String INTERRUPTED = "(*interrupt*)";

  private final StringBuilder printed = new StringBuilder();
  private final OutOfMemoryKills kills;
  private long killsBefore;

  FailureCause() {
    this(OutOfMemoryKills.ofThisMachine());
  }

  FailureCause(OutOfMemoryKills kills) {
    this.kills = kills;
    this.killsBefore = kills.count();
  }

  /** Forgets what was printed: another benchmark starts. */
  void clear() {
    printed.setLength(0);
    killsBefore = kills.count();
  }

  void add(String text) {
    printed.append(text);
    if (printed.length() > KEPT) {
      printed.delete(0, printed.length() - KEPT / 2);
    }
  }

  /**
   * The first exception if one was printed, else what became of the fork.
   *
   * @param overdue the time that the benchmark was given and has exceeded; null when it has not
   */
  Failure failure(Duration overdue) {
    if (overdue != null) {
      return new Failure(Status.TIMEOUT, "took longer than " + TimeLimit.text(overdue));
    }
    String cause = cause();
    if (kills.count() > killsBefore) {
      return new Failure(Status.OUT_OF_MEMORY, "the system ended a process for memory; " + cause);
    }
    if (OUT_OF_MEMORY.matcher(printed).find()) {
      return new Failure(Status.OUT_OF_MEMORY, cause);
    }
    boolean interrupted = printed.indexOf(INTERRUPTED) >= 0;
    return new Failure(interrupted ? Status.TIMEOUT : Status.FAILED, cause);
  }

  private String cause() {
    Matcher exception = EXCEPTION.matcher(printed);
    if (exception.find()) {
      return exception.group(1);
    }
    Matcher fork = FORK.matcher(printed);
    if (fork.find()) {
      return fork.group(1) != null ? fork.group(1) : fork.group(2);
    }
    return "ended without a result";
  }
}
