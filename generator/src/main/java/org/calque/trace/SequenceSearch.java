package org.calque.trace;

import java.util.Arrays;

/** Finds a sequence of numbers in others, in time linear in both (Knuth, Morris, Pratt, 1977). */
final class SequenceSearch {
  private final int[] pattern;

  /** How long the longest start of the pattern is that also ends at each place, but the whole. */
  private final int[] borders;

  SequenceSearch(int[] pattern) {
    this.pattern = pattern;
    borders = new int[pattern.length];
    int length = 0;
    for (int i = 1; i < pattern.length; i++) {
      while (length > 0 && pattern[i] != pattern[length]) {
        length = borders[length - 1];
      }
      length += pattern[i] == pattern[length] ? 1 : 0;
      borders[i] = length;
    }
  }

  /** Every place where the pattern begins, in ascending order; they may overlap. */
  int[] places(int[] text) {
    int[] places = new int[4];
    int count = 0;
    int length = 0;
    for (int i = 0; i < text.length; i++) {
      while (length > 0 && pattern[length] != text[i]) {
        length = borders[length - 1];
      }
      length += pattern[length] == text[i] ? 1 : 0;
      if (length == pattern.length) {
        if (count == places.length) {
          places = Arrays.copyOf(places, count * 2);
        }
        places[count++] = i + 1 - length;
        length = borders[length - 1];
      }
    }
    return Arrays.copyOf(places, count);
  }
}
