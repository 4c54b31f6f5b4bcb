package org.calque.launcher;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.calque.launcher.Difference.Weight;

/** What differs between a run and what it would be if it began now; see {@link RunComparison}. */
final class Differences {
  private final List<Difference> found = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();

  /**
   * Compares one thing.
   *
   * @param then what it was; null where the run does not say
   * @param now what it is; null where it cannot be found out
   */
  void compare(Weight weight, String what, Object then, Object now) {
    if (then == null) {
      if (now != null) {
        unknown.add(what);
      }
    } else if (!Objects.equals(then, now)) {
      String here = now == null ? "unknown" : now.toString();
      add(weight, what + " " + then + " then, " + here + " now");
    }
  }

  /** Adds one that is told in other words. */
  void add(Weight weight, String text) {
    found.add(new Difference(weight, text));
  }

  /** The differences of that weight, each in one line. */
  List<String> of(Weight weight) {
    return found.stream()
        .filter(difference -> difference.weight() == weight)
        .map(Difference::text)
        .toList();
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /** What the earlier run does not say, though it could be compared. */
  List<String> unknown() {
    return List.copyOf(unknown);
  }

  /** Prints each on a line, those that matter most first. */
  void print(PrintStream out) {
    print("cannot be the same:", of(Weight.WORK), out);
    List<String> others = new ArrayList<>(of(Weight.PLATFORM));
    others.addAll(of(Weight.SETTING));
    print("may change results:", others, out);
    if (isEmpty()) {
      out.println("nothing that is known of it differs");
    }
    if (!unknown.isEmpty()) {
      out.println("not known of it: " + String.join(", ", unknown));
    }
  }

  private static void print(String title, List<String> lines, PrintStream out) {
    if (!lines.isEmpty()) {
      out.println(title);
      lines.forEach(line -> out.println("  " + line));
    }
  }
}
