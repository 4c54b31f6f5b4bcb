package org.calque.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sequences that differ in a few places. */
class EditScriptTest {
  @Test
  void equalSequencesNeedNoEdit() {
    EditScript script = script("abc", "abc", 0);
    assertThat(script.edits()).isZero();
    assertThat(script.matches()).containsExactly(0, 1, 2);
  }

  @Test
  void aMissingElementLeavesTheOthersAligned() {
    assertThat(script("abcde", "abde", 1).matches()).containsExactly(0, 1, -1, 2, 3);
    assertThat(script("abde", "abcde", 1).matches()).containsExactly(0, 1, 3, 4);
    assertThat(script("abxde", "abyde", 2).matches()).containsExactly(0, 1, -1, 3, 4);
  }

  @Test
  void ofEqualElementsInARowNobodyKnowsWhichIsMissing() {
    assertThat(script("abbbc", "abbc", 1).matches()).containsExactly(0, -1, -1, -1, 3);
    assertThat(script("abbc", "abbbc", 1).matches()).containsExactly(0, -1, -1, 4);
  }

  @Test
  void theSameHoldsForARowOfEqualGroups() {
    assertThat(script("xabababy", "xababy", 2).matches())
        .containsExactly(0, -1, -1, -1, -1, -1, -1, 5);
  }

  @Test
  void tooManyEditsAreNoAlignment() {
    assertThat(script("abcdef", "uvwxyz", 11)).isNull();
    assertThat(script("abcdef", "", 5)).isNull();
    assertThat(script("abcdef", "uvwxyz", 12).matches()).containsOnly(-1);
  }

  @Test
  void theNumberOfEditsIsTheLeast() {
    Random random = new Random(1);
    for (int round = 0; round < 2_000; round++) {
      int[] one = random.ints(random.nextInt(12), 0, 3).toArray();
      int[] other = random.ints(random.nextInt(12), 0, 3).toArray();
      EditScript script = EditScript.of(one, other, 24);
      assertThat(script.edits())
          .isEqualTo(one.length + other.length - 2 * longestCommon(one, other));
      int before = -1;
      for (int i = 0; i < one.length; i++) {
        int match = script.matches()[i];
        if (match >= 0) {
          assertThat(other[match]).isEqualTo(one[i]);
          assertThat(match).isGreaterThan(before);
          before = match;
        }
      }
    }
  }

  private static int longestCommon(int[] one, int[] other) {
    int[][] length = new int[one.length + 1][other.length + 1];
    for (int i = 1; i <= one.length; i++) {
      for (int j = 1; j <= other.length; j++) {
        length[i][j] =
            one[i - 1] == other[j - 1]
                ? length[i - 1][j - 1] + 1
                : Math.max(length[i - 1][j], length[i][j - 1]);
      }
    }
    return length[one.length][other.length];
  }

  @Test
  void sequencesAreFoundWhereverTheyAre() {
    Random random = new Random(2);
    for (int round = 0; round < 2_000; round++) {
      int[] pattern = random.ints(1 + random.nextInt(4), 0, 2).toArray();
      int[] text = random.ints(random.nextInt(30), 0, 2).toArray();
      int[] expected =
          IntStream.rangeClosed(0, text.length - pattern.length)
              .filter(i -> Arrays.equals(pattern, Arrays.copyOfRange(text, i, i + pattern.length)))
              .toArray();
      assertThat(new SequenceSearch(pattern).places(text)).isEqualTo(expected);
    }
  }

  private static EditScript script(String one, String other, int most) {
    return EditScript.of(one.chars().toArray(), other.chars().toArray(), most);
  }
}
