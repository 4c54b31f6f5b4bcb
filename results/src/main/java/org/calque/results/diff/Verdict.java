package org.calque.results.diff;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts what a comparison found in one line. */
final class Verdict {
  private Verdict() {}

  static String line(Comparison comparison) {
    String gaps = comparison.gaps().isEmpty() ? "" : "; " + String.join("; ", comparison.gaps());
    String settings =
        comparison.settings().isEmpty()
            ? ""
            : "; base and head ran on different " + String.join(" and ", comparison.settings());
    return word(comparison.findings()) + ": " + counts(comparison) + gaps + settings;
  }

  private static String word(Set<Finding> found) {
    if (found.contains(Finding.REGRESSION)) {
      return "worse";
    }
    if (found.contains(Finding.FAILING)) {
      return "failing";
    }
    return found.contains(Finding.INCOMPLETE) ? "incomplete" : "no regression";
  }

  private static String counts(Comparison comparison) {
    int apart = comparison.notComparable().size();
    return rows(comparison) + (apart == 0 ? "" : ", " + apart + " not comparable");
  }

  /** Such as {@code 1 regressed, 3 unchanged}. */
  static String rows(Comparison comparison) {
    String rows =
        Arrays.stream(State.values())
            .map(state -> count(comparison, state))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
    return rows.isEmpty() ? "no rows" : rows;
  }

  private static String count(Comparison comparison, State state) {
    long n = comparison.rows().stream().filter(row -> row.gates() && row.state() == state).count();
    return n == 0 ? "" : n + " " + state.label();
  }
}
