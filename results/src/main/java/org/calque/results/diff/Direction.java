package org.calque.results.diff;

import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which way a metric gets better. The unit decides: it is a fraction of work, which one wants more
 * of, and cost, which one wants less of.
 *
 * <ul>
 *   <li>Work over time or energy, such as {@code ops/s}, {@code images/s}, {@code tokens/Wh} or
 *       {@code items/J}: higher is better.
 *   <li>Anything over work, such as {@code us/op}, {@code B/op}, {@code J/op} or {@code mJ/token}:
 *       lower is better.
 *   <li>A share in {@code %} goes with the name of its metric: {@code utilization} up, {@code
 *       misses} down.
 *   <li>All else has no better side: power in {@code W}, what is summed up over a run and so goes
 *       with its length, such as {@code ms}, {@code J}, {@code #} and {@code counts}, and rates of
 *       cost such as {@code MB/sec}, which rise when the same work takes less time.
 * </ul>
 */
public enum Direction {
  /** Work for time or energy. */
  HIGHER_IS_BETTER,
  /** Cost for work. */
  LOWER_IS_BETTER,
  /** No better side. */
  NEUTRAL;

  private static final Pattern TIME_OR_ENERGY =
      Pattern.compile("(?:[num\u00b5\u03bc]?s|sec|min|h|hr|day|[num\u00b5\u03bckMG]?J|[mkM]?Wh)");

  private static final Set<String> WORK =
      Set.of(
          "op",
          "step",
          "item",
          "image",
          "token",
          "sample",
          "request",
          "sequence",
          "frame",
          "row",
          "example",
          "batch",
          "sentence",
          "word",
          "utterance",
          "query");

  private static final Pattern GOOD_SHARE =
      Pattern.compile("utili[sz]ation|efficiency|occupancy|coverage|hit|busy|accuracy");
  private static final Pattern BAD_SHARE =
      Pattern.compile("miss|idle|overhead|stall|error|fragmentation|waste|throttl|steal");

  /** The direction of a unit as JMH prints it; a share in percent has none without a name. */
  public static Direction of(String unit) {
    return of(unit, "");
  }

  /** The direction of a metric. */
  public static Direction of(String unit, String metric) {
    if (unit.equals("%")) {
      boolean bad = BAD_SHARE.matcher(metric).find();
      boolean good = GOOD_SHARE.matcher(metric).find();
      return bad == good ? NEUTRAL : good ? HIGHER_IS_BETTER : LOWER_IS_BETTER;
    }
    int slash = unit.indexOf('/');
    String above = slash < 0 ? "" : unit.substring(0, slash).strip();
    String below = slash < 0 ? "" : unit.substring(slash + 1).strip();
    if (above.isEmpty() || isWork(above) == isWork(below)) {
      return NEUTRAL;
    }
    if (isWork(below)) {
      return LOWER_IS_BETTER;
    }
    return TIME_OR_ENERGY.matcher(below).matches() ? HIGHER_IS_BETTER : NEUTRAL;
  }

  /** Whether this names work, in the singular or the plural. */
  private static boolean isWork(String text) {
    return WORK.contains(text)
        || (text.endsWith("s") && WORK.contains(without(1, text)))
        || (text.endsWith("es") && WORK.contains(without(2, text)))
        || (text.endsWith("ies") && WORK.contains(without(3, text) + "y"));
  }

  private static String without(int last, String text) {
    return text.substring(0, text.length() - last);
  }
}
