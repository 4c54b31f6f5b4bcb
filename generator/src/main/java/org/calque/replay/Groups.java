package org.calque.replay;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Numbers from 0 sorted into numbered groups, each group in rising order. It takes one integer for
 * each member and each group, however many there are.
 */
final class Groups {
  private final int[] starts;
  private final int[] members;

  private Groups(int[] starts, int[] members) {
    this.starts = starts;
    this.members = members;
  }

  /**
   * Sorts the numbers below {@code count}.
   *
   * @param groupOf the group of a number; negative where it is in none
   */
  static Groups of(int count, int groups, IntUnaryOperator groupOf) {
    int[] starts = new int[groups + 1];
    for (int i = 0; i < count; i++) {
      int group = groupOf.applyAsInt(i);
      if (group >= 0) {
        starts[group + 1]++;
      }
    }
    for (int i = 0; i < groups; i++) {
      starts[i + 1] += starts[i];
    }
    int[] members = new int[starts[groups]];
    int[] next = starts.clone();
    for (int i = 0; i < count; i++) {
      int group = groupOf.applyAsInt(i);
      if (group >= 0) {
        members[next[group]++] = i;
      }
    }
    return new Groups(starts, members);
  }

  /** How many members a group has. */
  int size(int group) {
    return starts[group + 1] - starts[group];
  }

  /** Member {@code i} of a group, counted from 0. */
  int member(int group, int i) {
    return members[starts[group] + i];
  }

  /** The same groups with other numbers for their members. */
  Groups map(IntUnaryOperator member) {
    return new Groups(starts, Arrays.stream(members).map(member).toArray());
  }
}
