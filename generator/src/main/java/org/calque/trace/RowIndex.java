package org.calque.trace;

import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** Finds rows of a column by the number that they have there. */
final class RowIndex {
  private final IntToLongFunction key;
  private final int[] rows;

  /**
   * @param size number of rows
   * @param key the number of a row; rows with 0 or {@link KinetoEvent#NONE} have none
   */
  RowIndex(int size, IntToLongFunction key) {
    this.key = key;
    rows = RowOrder.by(key, IntStream.range(0, size).filter(row -> isStated(key, row)).toArray());
  }

  private static boolean isStated(IntToLongFunction key, int row) {
    long value = key.applyAsLong(row);
    return value != 0 && value != KinetoEvent.NONE;
  }

  /** Number of rows that have a number. */
  int size() {
    return rows.length;
  }

  /** Place of the first row with that number; {@link #size} or a row of another for none. */
  int place(long value) {
    return Bisection.first(rows.length, place -> key.applyAsLong(rows[place]) >= value);
  }

  /** Whether the row at a place has that number. */
  boolean isAt(int place, long value) {
    return place < rows.length && key.applyAsLong(rows[place]) == value;
  }

  /** The row at a place. */
  int row(int place) {
    return rows[place];
  }

  /** The only row with that number, or -1. */
  int only(long value) {
    int place = place(value);
    return isAt(place, value) && !isAt(place + 1, value) ? rows[place] : -1;
  }

  /** The first row with that number, or -1. */
  int first(long value) {
    int place = place(value);
    return isAt(place, value) ? rows[place] : -1;
  }
}
