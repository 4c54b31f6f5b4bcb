package org.calque.results.figures;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.calque.results.Sample;
import org.calque.results.diff.Criteria;
import org.calque.results.diff.Judged;
import org.calque.results.diff.State;
import org.calque.results.stats.Correction;
import org.calque.results.stats.MannWhitney;

/** A way to tell which rows of a comparison changed. */
enum Gate {
  /** What {@code results.jar diff} does. */
  CALQUE_HOLM("Calque, Holm"),
  /** The same with {@code --correction bh}. */
  CALQUE_BH("Calque, BH"),
  /** Mann-Whitney at 0.05 for each row, as benchstat of golang.org/x/perf does. */
  BENCHSTAT("benchstat"),
  /** A ratio of means that is off by 5 %. */
  FIVE_PERCENT("5 %"),
  /** A ratio of means that is off by 10 %. */
  TEN_PERCENT("10 %");

  private final String label;

  Gate(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /**
   * Whether it says that any row has changed.
   *
   * @param p probability of each row by {@link MannWhitney}
   */
  boolean anyChange(List<Sample> bases, List<Sample> heads, double[] p) {
    return switch (this) {
      case CALQUE_HOLM -> calque(bases, heads, Correction.HOLM, 1, p);
      case CALQUE_BH -> calque(bases, heads, Correction.BENJAMINI_HOCHBERG, 1, p);
      case BENCHSTAT -> Arrays.stream(p).anyMatch(x -> x < 0.05);
      default -> IntStream.range(0, p.length).anyMatch(i -> changed(bases.get(i), heads.get(i), 1));
    };
  }

  /** Whether it says that a row has changed, the only one that did among so many. */
  boolean changed(Sample base, Sample head, int among) {
    return switch (this) {
      // The smallest of so many probabilities is multiplied by their number.
      case CALQUE_HOLM, CALQUE_BH ->
          calque(List.of(base), List.of(head), Correction.HOLM, among, p(base, head));
      case BENCHSTAT -> p(base, head)[0] < 0.05;
      case FIVE_PERCENT -> off(base, head) >= 0.05;
      case TEN_PERCENT -> off(base, head) >= 0.1;
    };
  }

  private static double[] p(Sample base, Sample head) {
    return new double[] {MannWhitney.pValue(base.forkMeans(), head.forkMeans())};
  }

  private static boolean calque(
      List<Sample> bases, List<Sample> heads, Correction correction, int among, double[] p) {
    double alpha = Criteria.DEFAULT.alpha() / among;
    if (Arrays.stream(correction.correct(p)).noneMatch(x -> x <= alpha)) {
      return false; // nothing can be significant, so the intervals need not be known
    }
    Criteria criteria = new Criteria(alpha, correction, 0.03, List.of(), false);
    return Judged.states(bases, heads, criteria).stream()
        .anyMatch(state -> state == State.REGRESSED || state == State.IMPROVED);
  }

  private static double off(Sample base, Sample head) {
    double before = Arrays.stream(base.forkMeans()).average().orElseThrow();
    double after = Arrays.stream(head.forkMeans()).average().orElseThrow();
    return Math.abs(after / before - 1);
  }
}
