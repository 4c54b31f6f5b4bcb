package org.calque.codegen;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Java identifiers from any text. Names stay unique where a file system ignores case, and short
 * enough for the file names that JMH derives from them.
 */
final class Identifiers {
  private static final int LIMIT = 60;

  private final Set<String> taken = new HashSet<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  /** {@code layer1.0.conv1} becomes {@code Layer1_0_Conv1}. */
  static String pascal(String text) {
    StringBuilder name = new StringBuilder();
    boolean start = true;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isPlain(c)) {
        start = true;
        continue;
      }
      if (start && name.length() > 0 && Character.isDigit(c)) {
        name.append('_');
      }
      name.append(start ? Character.toUpperCase(c) : c);
      start = false;
    }
    return bounded(name.toString(), text);
  }

  /**
   * {@code aten::add_.Tensor} with number 7 becomes {@code add7}, {@code aten::log2} becomes {@code
   * log2_7}.
   */
  static String field(String operatorBaseName, int number) {
    StringBuilder name = new StringBuilder();
    boolean start = false;
    for (int i = 0; i < operatorBaseName.length(); i++) {
      char c = operatorBaseName.charAt(i);
      if (!isPlain(c)) {
        start = name.length() > 0;
        continue;
      }
      name.append(start ? Character.toUpperCase(c) : c);
      start = false;
    }
    String bounded = bounded(name.toString(), operatorBaseName);
    boolean digit = Character.isDigit(bounded.charAt(bounded.length() - 1));
    return bounded + (digit ? "_" : "") + number;
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }

  private static String bounded(String name, String text) {
    String usable = name.isEmpty() || Character.isDigit(name.charAt(0)) ? "n" + name : name;
    return usable.length() <= LIMIT
        ? usable
        : usable.substring(0, LIMIT) + Integer.toHexString(text.hashCode());
  }

  /** The name itself if it is free, else with the first number that makes it so. */
  String unique(String name) {
    String candidate = name;
    while (!taken.add(candidate.toLowerCase(Locale.ROOT))) {
      candidate = name + "_" + numbers.merge(name, 2, (number, two) -> number + 1);
    }
    return candidate;
  }
}
