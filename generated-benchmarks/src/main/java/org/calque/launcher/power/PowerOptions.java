package org.calque.launcher.power;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.MeterSettings;
import org.calque.runtime.power.PowerSearch;
import org.calque.runtime.power.PowerSource;
import org.calque.runtime.power.PowerSources;

/**
 * What follows {@code -prof power:}, as {@code key=value} with semicolons between.
 *
 * @param sources words of the sources to read; empty for all
 * @param period time between two samples; zero for each sensor's own
 * @param gap longest time without a sample; zero for what suits the sensor
 * @param idle time to measure the idle machine for before the first iteration; zero for none
 * @param trace whether power over time is kept
 * @param root root of the file system whose {@code sys} is read
 * @param command prints watts; empty for none
 * @param to folder for what a fork measures; null for none
 * @param items of whole steps, as the launcher tells forks; empty for none
 */
public record PowerOptions(
    List<String> sources,
    Duration period,
    Duration gap,
    Duration idle,
    boolean trace,
    Path root,
    String command,
    Path to,
    String items) {
  private static final double DISAGREEMENT = MeterSettings.DEFAULT.disagreement();
  private static final Pattern TIME = Pattern.compile("(\\d{1,6})(ms|s|m)");
  private static final String COMMAND = "command=";

  /** All sensors, each at its own period. */
  public static final PowerOptions DEFAULT =
      new PowerOptions(
          List.of(),
          Duration.ZERO,
          Duration.ZERO,
          Duration.ZERO,
          false,
          Path.of("/"),
          "",
          null,
          "");

  /** What each option means, for {@code power:help}. */
  public static final String HELP =
      """
      Energy and power of each measured iteration. Options, with ; between:
        sources=A,B    read these only (default: all that this machine has)
        period=10ms    time between two samples of power (default: each sensor's own)
        gap=1s         longest time without a sample that an integral may span
                       (default: ten periods, and 1 s at least)
        idle=5s        measure the idle machine first and report it beside; it is not subtracted
        trace=true     keep power over time of each fork in the run
        root=DIR       where a container has the host's / with its sys
        command=CMD    a command that prints watts, such as of a wall meter; the rest of the options
      """;

  /**
   * Reads options.
   *
   * @throws IllegalArgumentException if they are none: what is wrong and what there is
   */
  public static PowerOptions parse(String text) {
    List<String> sources = List.of();
    Duration period = Duration.ZERO;
    Duration gap = Duration.ZERO;
    Duration idle = Duration.ZERO;
    boolean trace = false;
    Path root = Path.of("/");
    String command = "";
    Path to = null;
    String items = "";
    for (String option : split(text)) {
      int equals = option.indexOf('=');
      String key = equals < 0 ? option : option.substring(0, equals);
      String value = equals < 0 ? "" : option.substring(equals + 1);
      switch (key) {
        case "sources" -> sources = List.of(value.split(","));
        case "period" -> period = time(option, value);
        case "gap" -> gap = time(option, value);
        case "idle" -> idle = time(option, value);
        case "trace" -> trace = truth(option, value);
        case "root" -> root = Path.of(value);
        case "command" -> command = value;
        case "to" -> to = Path.of(value);
        case "items" -> items = value;
        default ->
            throw new IllegalArgumentException(
                "power has no option '" + option + "'; power:help shows them");
      }
    }
    PowerOptions options =
        new PowerOptions(sources, period, gap, idle, trace, root, command, to, items);
    options.chosen();
    return options;
  }

  /** A command may have semicolons of its own, so it takes the rest. */
  private static List<String> split(String text) {
    List<String> options = new ArrayList<>();
    String rest = text;
    while (!rest.isBlank()) {
      int end = rest.startsWith(COMMAND) ? -1 : rest.indexOf(';');
      options.add(end < 0 ? rest : rest.substring(0, end));
      rest = end < 0 ? "" : rest.substring(end + 1);
    }
    return options;
  }

  private static Duration time(String option, String value) {
    Matcher parts = TIME.matcher(value);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "power: " + option + " needs a time such as 10ms, 5s or 1m");
    }
    long number = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      default -> Duration.ofMinutes(number);
    };
  }

  private static boolean truth(String option, String value) {
    return switch (value) {
      case "true", "" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("power: " + option + " is true or false");
    };
  }

  /**
   * The same for forks.
   *
   * @param folder that they leave what they measure in
   * @param itemsOfSteps what they are told of items
   */
  public PowerOptions forForks(Path folder, String itemsOfSteps) {
    return new PowerOptions(sources, period, gap, idle, trace, root, command, folder, itemsOfSteps);
  }

  /** The same of other sources. */
  public PowerOptions withSources(List<String> words) {
    return new PowerOptions(words, period, gap, idle, trace, root, command, to, items);
  }

  /** The same with sensors of another place. */
  public PowerOptions withPlaces(Path otherRoot, String otherCommand) {
    return new PowerOptions(sources, period, gap, idle, trace, otherRoot, otherCommand, to, items);
  }

  /** The options as they are written. */
  public String text() {
    List<String> options = new ArrayList<>();
    if (!sources.isEmpty()) {
      options.add("sources=" + String.join(",", sources));
    }
    add(options, "period", period);
    add(options, "gap", gap);
    add(options, "idle", idle);
    if (trace) {
      options.add("trace=true");
    }
    if (!root.equals(Path.of("/"))) {
      options.add("root=" + root);
    }
    if (to != null) {
      options.add("to=" + to);
    }
    if (!items.isEmpty()) {
      options.add("items=" + items);
    }
    if (!command.isEmpty()) {
      options.add(COMMAND + command);
    }
    return String.join(";", options);
  }

  private static void add(List<String> options, String key, Duration time) {
    if (!time.isZero()) {
      options.add(key + "=" + time.toMillis() + "ms");
    }
  }

  /** The sources that are asked for. */
  public List<PowerSource> chosen() {
    return PowerSources.named(sources);
  }

  /** Looks for their sensors. */
  public Findings find() {
    return PowerSources.find(chosen(), new PowerSearch(root, System.getenv(), command));
  }

  /** How a meter reads the sensors. */
  public MeterSettings settings() {
    return new MeterSettings(period, gap, DISAGREEMENT);
  }
}
