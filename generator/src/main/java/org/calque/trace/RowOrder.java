package org.calque.trace;

import java.util.Arrays;
import java.util.function.IntToLongFunction;

/** Puts rows of columns into the order of a number, without an object for each. */
final class RowOrder {
  private RowOrder() {}

  /** The rows in ascending order of {@code key}; equal ones stay in the order they have. */
  static int[] by(IntToLongFunction key, int[] rows) {
    if (rows.length < 2 || isSorted(key, rows)) {
      return rows;
    }
    long least = Long.MAX_VALUE;
    long greatest = Long.MIN_VALUE;
    for (int row : rows) {
      least = Math.min(least, key.applyAsLong(row));
      greatest = Math.max(greatest, key.applyAsLong(row));
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(rows.length);
    long span = greatest - least;
    if (span < 0 || span >>> (Long.SIZE - 1 - bits) != 0) {
      return byObjects(key, rows);
    }
    long[] keys = new long[rows.length];
    for (int i = 0; i < rows.length; i++) {
      keys[i] = ((key.applyAsLong(rows[i]) - least) << bits) | i;
    }
    Arrays.sort(keys);
    int[] sorted = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      sorted[i] = rows[(int) (keys[i] & ((1L << bits) - 1))];
    }
    return sorted;
  }

  private static int[] byObjects(IntToLongFunction key, int[] rows) {
    return Arrays.stream(rows)
        .boxed()
        .sorted((one, other) -> Long.compare(key.applyAsLong(one), key.applyAsLong(other)))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Whether the rows are in ascending order of {@code key} already. */
  static boolean isSorted(IntToLongFunction key, int[] rows) {
    for (int i = 1; i < rows.length; i++) {
      if (key.applyAsLong(rows[i - 1]) > key.applyAsLong(rows[i])) {
        return false;
      }
    }
    return true;
  }
}
