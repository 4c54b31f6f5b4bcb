package org.calque.trace;

import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/** The events of each thread of a timeline in the order in which they began. */
final class CpuThreads {
  private final int[][] rows;

  CpuThreads(KinetoTrace timeline) {
    CpuEvents cpu = timeline.cpu();
    rows = group(timeline.threads(), cpu.size(), cpu::thread);
    for (int thread = 0; thread < rows.length; thread++) {
      rows[thread] = inOrder(cpu, rows[thread]);
    }
  }

  /** Rows by the group that each belongs to, in their order. */
  static int[][] group(int groups, int size, IntUnaryOperator groupOf) {
    int[] counts = new int[groups];
    for (int row = 0; row < size; row++) {
      counts[groupOf.applyAsInt(row)]++;
    }
    int[][] grouped = new int[groups][];
    for (int i = 0; i < groups; i++) {
      grouped[i] = new int[counts[i]];
      counts[i] = 0;
    }
    for (int row = 0; row < size; row++) {
      int group = groupOf.applyAsInt(row);
      grouped[group][counts[group]++] = row;
    }
    return grouped;
  }

  /**
   * By the profiler's own numbering, where it agrees with the clock: in whole microseconds an
   * operator and the first one inside it often begin and end at the same times.
   */
  private static int[] inOrder(CpuEvents cpu, int[] thread) {
    for (IntToLongFunction number : new IntToLongFunction[] {cpu::eventIndex, cpu::externalId}) {
      if (allStated(number, thread)) {
        int[] ordered = RowOrder.by(number, thread);
        if (RowOrder.isSorted(cpu::start, ordered)) {
          return ordered;
        }
      }
    }
    return RowOrder.by(cpu::start, RowOrder.by(row -> -cpu.duration(row), thread));
  }

  private static boolean allStated(IntToLongFunction number, int[] thread) {
    for (int row : thread) {
      if (number.applyAsLong(row) == KinetoEvent.NONE) {
        return false;
      }
    }
    return true;
  }

  int size() {
    return rows.length;
  }

  /** Rows of a thread's events, enclosing ones before what they enclose. */
  int[] rows(int thread) {
    return rows[thread];
  }
}
