package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.calque.runtime.AllocatorSettings;
import org.calque.runtime.DataType;
import org.calque.runtime.Layout;
import org.calque.runtime.Lookups;
import org.calque.runtime.Replay;
import org.calque.runtime.ReplayException;
import org.calque.runtime.ReplayOptions;
import org.calque.runtime.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of tables, drawn as whoever runs a benchmark chooses. */
class ZipfTest {
  private static final int DRAWN = 200_000;
  private static final Layout LAYOUT = new Layout(new long[] {DRAWN}, new long[] {1}, 0);

  private TestFrame frame;

  @BeforeEach
  void open() {
    frame = new TestFrame();
  }

  @AfterEach
  void close() {
    frame.close();
  }

  /** How often each row from {@code low} to {@code high} was drawn, by row. */
  private long[] counts(long low, long high, Lookups drawn) {
    int slot = frame.tensor(DataType.INT64, new Values.Lookups(low, high, drawn), DRAWN);
    long[] counts = new long[(int) (high - low + 1)];
    for (double row : frame.read(slot)) {
      counts[(int) ((long) row - low)]++; // an index that does not fit fails the test
    }
    return counts;
  }

  private static long[] descending(long[] counts) {
    return Arrays.stream(counts).map(c -> -c).sorted().map(c -> -c).toArray();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 1.2, 2})
  void theRowOfRankKIsDrawnInProportionToAPowerOfK(double alpha) {
    int rows = 1000;
    long[] counts = descending(counts(5, 1004, new Lookups.Zipf(alpha)));

    double all =
        DoubleStream.iterate(1, k -> k + 1).limit(rows).map(k -> Math.pow(k, -alpha)).sum();
    for (int rank = 1; rank <= 10; rank++) {
      double expected = DRAWN * Math.pow(rank, -alpha) / all;
      // Five standard deviations, and one for the order of ranks of about the same count.
      assertThat((double) counts[rank - 1])
          .as("rank " + rank)
          .isCloseTo(expected, within(6 * Math.sqrt(expected)));
    }
  }

  @Test
  void uniformRowsAreAllAboutAsLikely() {
    long[] counts = counts(0, 99, Lookups.UNIFORM);

    assertThat(Arrays.stream(counts).min().orElseThrow()).isGreaterThan(1_700);
    assertThat(Arrays.stream(counts).max().orElseThrow()).isLessThan(2_300);
  }

  @Test
  void popularRowsAreNoNeighbours() {
    long[] counts = counts(0, 9_999, new Lookups.Zipf(1.1));
    long[] popular = Arrays.copyOf(descending(counts), 8);

    int previous = -1_000;
    for (int row = 0; row < counts.length; row++) {
      if (counts[row] >= popular[7]) {
        assertThat(row - previous).isGreaterThan(100);
        previous = row;
      }
    }
  }

  @Test
  void theRowOfARankDependsOnTheTableAloneAndTheDrawnRowsOnTheSeed() {
    Values values = new Values.Lookups(0, 999, new Lookups.Zipf(1.1));
    int first = frame.tensor(DataType.INT64, values, DRAWN);
    int second = frame.tensor(DataType.INT32, values, DRAWN);

    assertThat(frame.read(first)).isNotEqualTo(frame.read(second));
    assertThat(mostFrequent(frame.read(first))).isEqualTo(mostFrequent(frame.read(second)));
    frame.session().fill(second, values, first);
    assertThat(frame.read(first)).isEqualTo(frame.read(second));
  }

  private static double mostFrequent(double[] rows) {
    long[] counts = new long[1000];
    Arrays.stream(rows).forEach(row -> counts[(int) row]++);
    int best = 0;
    for (int i = 0; i < counts.length; i++) {
      best = counts[i] > counts[best] ? i : best;
    }
    return best;
  }

  @Test
  void everyRowOfASmallTableIsDrawn() {
    assertThat(counts(7, 9, new Lookups.Zipf(1))).doesNotContain(0);
    assertThat(counts(7, 7, new Lookups.Zipf(1))).containsExactly(DRAWN);
  }

  @Test
  void moreRowsThanTheSamplerCountsAreRefused() {
    assertThatThrownBy(
            () ->
                frame.tensor(
                    DataType.INT64, new Values.Lookups(0, 1L << 31, new Lookups.Zipf(1)), 3))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("tables of up to 2,147,483,647 rows");
  }

  @Test
  void theOptionOfAReplayChangesLookupsAndNothingElse() {
    try (Replay uniform = open("uniform");
        Replay zipf = open("zipf:1.5")) {
      assertThat(distinct(zipf, 0)).isLessThan(distinct(uniform, 0) / 3);
      assertThat(zipf.session().read(1)).isEqualTo(uniform.session().read(1));
      double[] before = zipf.session().read(0);
      zipf.session().fill(0, Values.fill(0), 0);
      zipf.reset();
      assertThat(zipf.session().read(0)).isEqualTo(before);
    }
  }

  private static Replay open(String lookups) {
    Replay replay =
        Replay.open("test", 2, ReplayOptions.of(1).withLookups(lookups), AllocatorSettings.NONE);
    replay.state(0, DataType.INT64, LAYOUT.sizes(), LAYOUT.strides(), Values.lookups(0, 99_999));
    replay.tensor(1, DataType.INT64, LAYOUT.sizes(), LAYOUT.strides(), Values.integers(0, 99_999));
    replay.ready();
    return replay;
  }

  private static long distinct(Replay replay, int slot) {
    return Arrays.stream(replay.session().read(slot)).distinct().count();
  }
}
