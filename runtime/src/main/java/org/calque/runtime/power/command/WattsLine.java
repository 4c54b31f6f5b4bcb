package org.calque.runtime.power.command;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.calque.runtime.power.PlausiblePower;
import org.calque.runtime.power.SensorException;

/**
 * Reads the watts of a line such as {@code Instantaneous power reading: 212 Watts}: its last word
 * with a digit is the number, with a point for its decimals; a name and {@code :} or {@code =} may
 * stand before it. A unit may follow, in the same word or the next: W, mW or kW, or {@code Watts}.
 * A number of anything else, such as {@code 35 C}, is none of watts.
 */
final class WattsLine {
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?:[^\\d\\s]*[:=])?([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)([a-zA-Z]*)[.,;)]*");

  private static final Pattern LETTERS = Pattern.compile("([a-zA-Z]+)[.,;)]*");

  private WattsLine() {}

  /**
   * The watts that a line tells.
   *
   * @throws SensorException when it tells none, with the line
   */
  static double parse(String line) throws SensorException {
    String[] words = line.strip().split("\\s+", -1);
    int last = words.length - 1;
    while (last >= 0 && words[last].chars().noneMatch(Character::isDigit)) {
      last--;
    }
    Matcher number = NUMBER.matcher(last < 0 ? "" : words[last]);
    if (!number.matches()) {
      throw none(line);
    }
    String unit = number.group(2);
    if (unit.isEmpty() && last + 1 < words.length) {
      Matcher letters = LETTERS.matcher(words[last + 1]);
      unit = letters.matches() ? letters.group(1) : "";
    }
    double watts = Double.parseDouble(number.group(1)) * factor(unit, line);
    return PlausiblePower.check(watts, quoted(line));
  }

  private static double factor(String unit, String line) throws SensorException {
    if (unit.equals("mW")) {
      return 1e-3;
    }
    return switch (unit.toLowerCase(Locale.ROOT)) {
      case "", "w", "watt", "watts" -> 1;
      case "milliwatt", "milliwatts" -> 1e-3;
      case "kw", "kilowatt", "kilowatts" -> 1e3;
      default -> throw none(line);
    };
  }

  private static SensorException none(String line) {
    return new SensorException(quoted(line) + " tells no watts");
  }

  private static String quoted(String line) {
    return "'" + line.strip() + "'";
  }
}
