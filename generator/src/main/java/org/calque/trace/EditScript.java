package org.calque.trace;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Aligns two sequences by a shortest edit script (Myers, "An O(ND) difference algorithm and its
 * variations", 1986). What an edit could as well have removed or inserted is not aligned: in a row
 * of equal names, nobody knows which one is missing.
 */
final class EditScript {
  private static final int NONE = -1;

  private final int[] one;
  private final int[] other;
  private final int[] matches;
  private final int edits;

  private EditScript(int[] one, int[] other, int[] matches, int edits) {
    this.one = one;
    this.other = other;
    this.matches = matches;
    this.edits = edits;
  }

  /**
   * Aligns two sequences; takes time in proportion to their length times {@code most}, and memory
   * in proportion to the square of that.
   *
   * @param most edits above which there is no alignment
   * @return the alignment, or {@code null} if it takes more edits
   */
  static EditScript of(int[] one, int[] other, int most) {
    int n = one.length;
    int m = other.length;
    if (Math.abs(n - m) > most) {
      return null;
    }
    // Furthest place in the first sequence by diagonal, for each number of edits.
    int[][] furthest = new int[most + 1][];
    int[] reached = new int[2 * most + 3];
    int zero = most + 1;
    for (int d = 0; d <= most; d++) {
      for (int k = -d; k <= d; k += 2) {
        boolean down = k == -d || (k != d && reached[zero + k - 1] < reached[zero + k + 1]);
        int x = d == 0 ? 0 : down ? reached[zero + k + 1] : reached[zero + k - 1] + 1;
        int y = x - k;
        while (x < n && y >= 0 && y < m && one[x] == other[y]) {
          x++;
          y++;
        }
        reached[zero + k] = x;
        if (x >= n && y >= m) {
          furthest[d] = Arrays.copyOfRange(reached, zero - d, zero + d + 1);
          EditScript script = new EditScript(one, other, traced(furthest, d, n, m), d);
          script.dropAmbiguous();
          return script;
        }
      }
      furthest[d] = Arrays.copyOfRange(reached, zero - d, zero + d + 1);
    }
    return null;
  }

  /** Goes back from the ends to the starts. */
  private static int[] traced(int[][] furthest, int edits, int n, int m) {
    int[] matches = new int[n];
    Arrays.fill(matches, NONE);
    int x = n;
    int y = m;
    for (int d = edits; d > 0; d--) {
      int k = x - y;
      int[] before = furthest[d - 1];
      int below = at(before, d - 1, k - 1);
      int above = at(before, d - 1, k + 1);
      boolean down = k == -d || (k != d && below < above);
      int previous = down ? above : below;
      int start = down ? previous : previous + 1;
      while (x > start) {
        matches[--x] = --y;
      }
      x = previous;
      y = previous - (down ? k + 1 : k - 1);
    }
    while (x > 0) {
      matches[--x] = --y;
    }
    return matches;
  }

  private static int at(int[] row, int d, int k) {
    return k < -d || k > d ? NONE : row[k + d];
  }

  /**
   * Marks what an edit can be moved over without changing its length, in both directions: the same
   * elements, seen from the first sequence and from the second.
   */
  private void dropAmbiguous() {
    boolean[] ambiguous = new boolean[one.length];
    int[] inverse = new int[other.length];
    Arrays.fill(inverse, NONE);
    for (int i = 0; i < matches.length; i++) {
      if (matches[i] >= 0) {
        inverse[matches[i]] = i;
      }
    }
    mark(one, matches, i -> ambiguous[i] = true);
    mark(other, inverse, j -> ambiguous[inverse[j]] = true);
    for (int i = 0; i < matches.length; i++) {
      matches[i] = ambiguous[i] ? NONE : matches[i];
    }
  }

  private static void mark(int[] sequence, int[] matched, IntConsumer ambiguous) {
    int from = 0;
    while (from < sequence.length) {
      if (matched[from] >= 0) {
        from++;
        continue;
      }
      int to = from;
      while (to < sequence.length && matched[to] < 0) {
        to++;
      }
      int length = to - from;
      for (int i = from - 1;
          i >= 0 && matched[i] >= 0 && sequence[i] == sequence[i + length];
          i--) {
        ambiguous.accept(i);
      }
      for (int i = to;
          i < sequence.length && matched[i] >= 0 && sequence[i] == sequence[i - length];
          i++) {
        ambiguous.accept(i);
      }
      from = to;
    }
  }

  /** For each element of the first sequence the place of its equal in the second, or -1. */
  int[] matches() {
    return matches;
  }

  /** Elements that only one of the two has. */
  int edits() {
    return edits;
  }
}
