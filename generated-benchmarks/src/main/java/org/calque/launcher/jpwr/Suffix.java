package org.calque.launcher.jpwr;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What tells the files of one measurement from those of another. */
public final class Suffix {
  private static final Pattern VARIABLE = Pattern.compile("%q\\{([^{}]*)}");

  private Suffix() {}

  /**
   * A suffix: the rank, or node and process; what was asked for goes before. Where that names
   * variables of the environment, as {@code %q{SLURM_PROCID}}, it is the whole suffix.
   *
   * @param asked for; empty for nothing
   * @throws IllegalArgumentException if a variable is not set or the suffix is no part of a file
   *     name
   */
  public static String of(String asked, Rank rank, long process, Map<String, String> environment) {
    String own = rank.number().isEmpty() ? rank.node() + "." + process : rank.number();
    Matcher variables = VARIABLE.matcher(asked);
    String suffix =
        variables.find()
            ? variables.replaceAll(
                found -> Matcher.quoteReplacement(value(found.group(1), environment)))
            : asked.isEmpty() ? own : asked + "." + own;
    if (suffix.contains("/") || suffix.isBlank()) {
      throw new IllegalArgumentException("'" + suffix + "' cannot be part of a file name");
    }
    return suffix;
  }

  private static String value(String variable, Map<String, String> environment) {
    String value = environment.get(variable);
    if (value == null) {
      throw new IllegalArgumentException(
          "the suffix names the variable " + variable + ", which is not set");
    }
    return value;
  }
}
