package org.calque.launcher;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.calque.runtime.ReplayException;

/**
 * Ends the forks of a benchmark that takes longer than it was given, all forks together. JMH's own
 * {@code -to} interrupts a Java thread, which a native call does not notice.
 */
final class TimeLimit {
  /** The option that sets it. */
  static final String OPTION = "--time-limit";

  private static final Pattern SYNTAX = Pattern.compile("(\\d{1,6})(ms|s|m|h)");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1));

  private final Duration limit;
  private final ScheduledExecutorService clock;
  private ScheduledFuture<?> alarm;
  private volatile boolean exceeded;

  private TimeLimit(Duration limit) {
    this.limit = limit;
    this.clock =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "time-limit");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** No limit for null. */
  static TimeLimit of(Duration limit) {
    return new TimeLimit(limit);
  }

  /**
   * Reads {@code 90s}, {@code 10m} or {@code 2h}.
   *
   * @throws ReplayException if it is none of these
   */
  static Duration parse(String text) {
    Matcher time = SYNTAX.matcher(text);
    if (!time.matches() || Integer.parseInt(time.group(1)) == 0) {
      throw new ReplayException(
          OPTION + " takes a time such as 90s, 10m or 2h, not '" + text + "'");
    }
    return UNITS.get(time.group(2)).multipliedBy(Integer.parseInt(time.group(1)));
  }

  static String text(Duration time) {
    return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }

  /** Starts to count for a benchmark. */
  void start() {
    stop();
    exceeded = false;
    if (limit != null) {
      // Again and again, since JMH could just be between two forks.
      alarm =
          clock.scheduleAtFixedRate(this::endForks, limit.toMillis(), 1000, TimeUnit.MILLISECONDS);
    }
  }

  private void endForks() {
    exceeded = true;
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
  }

  /** Stops counting. */
  void stop() {
    if (alarm != null) {
      alarm.cancel(false);
      alarm = null;
    }
  }

  /** The limit when it was exceeded, else null. */
  Duration exceeded() {
    return exceeded ? limit : null;
  }
}
