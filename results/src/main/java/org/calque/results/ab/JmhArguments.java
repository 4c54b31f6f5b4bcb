package org.calque.results.ab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the user wants JMH to do, without what an experiment decides itself.
 *
 * @param words patterns and options as they came, but no number of forks
 * @param forks wanted of each benchmark and arm, at least 1
 */
public record JmhArguments(List<String> words, int forks) {
  /** Forks of an arm where the user names no number. */
  public static final int DEFAULT_FORKS = 10;

  private static final String KEPT = "the experiment keeps every slot's results itself";
  private static final String LISTS = "it measures nothing; run the jar itself for that";
  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          Map.entry("rf", KEPT),
          Map.entry("rff", KEPT),
          Map.entry("store", KEPT),
          Map.entry("no-store", KEPT),
          Map.entry("o", "JMH's output goes to a log for each slot"),
          Map.entry("v", "what went wrong is read from JMH's normal output; --verbose shows it"),
          Map.entry("foe", "a benchmark that fails stops no other"),
          Map.entry("resume", "an experiment is resumed with ab --resume DIR"),
          Map.entry("ruler", "rulers ride along where both jars have them"),
          Map.entry("l", LISTS),
          Map.entry("lp", LISTS),
          Map.entry("lprof", LISTS),
          Map.entry("lrf", LISTS),
          Map.entry("h", LISTS));

  /** Options that no value follows: JMH's are all refused, these are of Calque's jar. */
  private static final Set<String> FLAGS = Set.of("lazy", "skip-uncovered");

  private static final Pattern OPTION = Pattern.compile("--?([^=]+)(=.*)?", Pattern.DOTALL);
  private static final Pattern FORKS = Pattern.compile("--?f=?(\\d+)");

  /** Copies the words. */
  public JmhArguments {
    words = List.copyOf(words);
  }

  /**
   * Reads a command line of JMH's.
   *
   * @throws IllegalArgumentException with a line for the user when an option has no place here
   */
  public static JmhArguments parse(List<String> arguments) {
    List<String> words = new ArrayList<>();
    String forks = null;
    for (int i = 0; i < arguments.size(); i++) {
      String word = arguments.get(i);
      Matcher option = OPTION.matcher(word);
      Matcher attached = FORKS.matcher(word);
      if (word.equals("--")) {
        words.addAll(arguments.subList(i, arguments.size()));
        break;
      } else if (attached.matches()) {
        forks = attached.group(1);
      } else if (!option.matches()) {
        words.add(word);
      } else {
        String name = option.group(1);
        if (REFUSED.containsKey(name)) {
          throw new IllegalArgumentException(
              "the option " + word + " has no place here: " + REFUSED.get(name));
        }
        boolean valueFollows = option.group(2) == null && !FLAGS.contains(name);
        if (valueFollows && i + 1 == arguments.size()) {
          throw new IllegalArgumentException("the option " + word + " needs a value");
        }
        if (name.equals("f")) {
          forks = valueFollows ? arguments.get(++i) : option.group(2).substring(1);
        } else {
          words.add(word);
          if (valueFollows) {
            words.add(arguments.get(++i));
          }
        }
      }
    }
    return new JmhArguments(words, forks == null ? DEFAULT_FORKS : forks(forks));
  }

  private static int forks(String text) {
    if (!text.matches("[1-9]\\d{0,3}")) {
      throw new IllegalArgumentException(
          "-f " + text + ": an experiment needs a number of forks from 1 to 9999");
    }
    return Integer.parseInt(text);
  }
}
