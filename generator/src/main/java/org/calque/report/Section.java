package org.calque.report;

import java.util.List;

/** A part of a report under a title of its own. */
public sealed interface Section {
  /** Name in JSON, which stays the same. */
  String field();

  /** Name for people. */
  String title();

  /** Named values. */
  record Facts(String field, String title, List<Fact> facts) implements Section {
    /** Copies the list. */
    public Facts {
      facts = List.copyOf(facts);
    }

    /** Those that pages show. */
    List<Fact> known() {
      return facts.stream().filter(fact -> !fact.value().equals(Cell.UNKNOWN)).toList();
    }
  }

  /**
   * One named value.
   *
   * @param field its name in JSON, which stays the same
   * @param label its name for people
   */
  record Fact(String field, String label, Cell value) {}

  /**
   * Rows under columns.
   *
   * @param rows may be made anew each time they are walked, so that a long table needs no memory
   * @param extent how much of it people see
   */
  record Table(
      String field, String title, List<Column> columns, Iterable<List<Cell>> rows, Extent extent)
      implements Section {
    /** Copies the columns. */
    public Table {
      columns = List.copyOf(columns);
    }

    /** How much of a table a page shows. */
    public enum Extent {
      /** The first rows and the sum of the others. */
      FIRST_ROWS,
      /** All rows. */
      ALL_ROWS,
      /** All rows with all of their last text, on several lines if need be. */
      EVERYTHING
    }

    boolean isEmpty() {
      return !rows.iterator().hasNext();
    }
  }
}
