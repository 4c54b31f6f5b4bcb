package org.calque.runtime.torch;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.calque.runtime.Operand;
import org.calque.runtime.Support;
import org.calque.runtime.UnsupportedOperatorException;

/** Rows of equivalents, found by the recorded operator. */
final class EquivalentTable {
  private final Map<String, Equivalent> rows = new HashMap<>();

  /**
   * Adds rows for one operator that gives the same results.
   *
   * @param names recorded operators, with spaces between
   * @param other what runs in their place
   * @param results how many values it returns, in the order of the recorded ones
   * @param operands what it takes, of what was recorded; arguments may be missing at the end
   */
  void exact(String names, String other, int results, Function<Given, List<Operand>> operands) {
    add(names, one(new Support(Support.Kind.EXACT, other), other, results, operands));
  }

  /** Adds rows for one operator that does nearly the same work; the note says what differs. */
  void approximate(
      String names,
      String other,
      String note,
      int results,
      Function<Given, List<Operand>> operands) {
    Support support = new Support(Support.Kind.APPROXIMATE, other + ", " + note);
    add(names, one(support, other, results, operands));
  }

  private static Equivalent one(
      Support support, String other, int results, Function<Given, List<Operand>> operands) {
    return new Equivalent(
        support,
        List.of(other),
        to -> to.same(other, operands.apply(to.given()), to.resultsOf(results)));
  }

  /**
   * Adds rows for several operators that together give the same results.
   *
   * @param others every operator that is called
   */
  void exact(String names, List<String> others, Consumer<Composition> calls) {
    Support support = new Support(Support.Kind.EXACT, String.join(", ", others));
    add(names, new Equivalent(support, others, calls));
  }

  /** Adds rows for several operators that do nearly the same work. */
  void approximate(String names, List<String> others, String note, Consumer<Composition> calls) {
    Support support =
        new Support(Support.Kind.APPROXIMATE, String.join(", ", others) + ", " + note);
    add(names, new Equivalent(support, others, calls));
  }

  /** Adds rows whose calls depend on sizes, for operators that together give the same results. */
  void exactSized(String names, List<String> others, Consumer<Composition> calls) {
    Support support = new Support(Support.Kind.EXACT, String.join(", ", others));
    add(names, new Equivalent(support, others, true, calls));
  }

  /** Adds rows for operators that have nothing to do here. */
  void skipped(String names, String reason) {
    add(names, new Equivalent(new Support(Support.Kind.SKIPPED, reason), List.of(), to -> {}));
  }

  /** Adds rows for operators whose work nothing does, for a reason that is not a missing kernel. */
  void impossible(String names, String reason) {
    add(
        names,
        new Equivalent(
            Support.impossible(reason),
            List.of(),
            to -> {
              throw new UnsupportedOperatorException(to.given().operator(), reason);
            }));
  }

  /** Adds a row for each of several names, with spaces between. */
  void add(String names, Equivalent row) {
    for (String name : names.split(" ")) {
      if (rows.put(name, row) != null) {
        throw new IllegalStateException(name + " has two equivalents");
      }
    }
  }

  /** What does an operator's work, if anything does. */
  Optional<Equivalent> of(String operator) {
    return Optional.ofNullable(rows.get(operator));
  }

  /** All rows by the recorded operator. */
  Map<String, Equivalent> rows() {
    return Map.copyOf(rows);
  }
}
