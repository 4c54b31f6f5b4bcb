package org.calque.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Pairs two sequences that should be equal. Where they are not, it goes on at the nearest place
 * from which on they are again, so that a call too many or too few is one difference and not a
 * difference in all that follows.
 */
final class Alignment<S, R> {
  /** Elements that are looked ahead. */
  private static final int NEAR = 64;

  /** Equal elements that show that the sequences go on together. */
  private static final int RUN = 4;

  private final List<? extends S> source;
  private final List<? extends R> replay;
  private final BiPredicate<S, R> same;
  private final List<Pair<S, R>> pairs = new ArrayList<>();

  /** Where to go on in each sequence. */
  private record Place(int source, int replay) {}

  /**
   * An element of each sequence, or {@code null} where one has none.
   *
   * @param same whether they are the same; if not, one stands in the other's place
   */
  record Pair<S, R>(S source, R replay, boolean same) {}

  private Alignment(List<? extends S> source, List<? extends R> replay, BiPredicate<S, R> same) {
    this.source = source;
    this.replay = replay;
    this.same = same;
  }

  /** The pairs in order; every element is in one. */
  static <S, R> List<Pair<S, R>> of(
      List<? extends S> source, List<? extends R> replay, BiPredicate<S, R> same) {
    Alignment<S, R> alignment = new Alignment<>(source, replay, same);
    alignment.align();
    return alignment.pairs;
  }

  private void align() {
    int s = 0;
    int r = 0;
    while (s < source.size() || r < replay.size()) {
      if (isSame(s, r)) {
        pairs.add(new Pair<>(source.get(s++), replay.get(r++), true));
      } else {
        Place next = next(s, r);
        apart(s, r, next);
        s = next.source();
        r = next.replay();
      }
    }
  }

  private boolean isSame(int s, int r) {
    return s < source.size() && r < replay.size() && same.test(source.get(s), replay.get(r));
  }

  /** The nearest place from which on both are the same, or the ends. */
  private Place next(int s, int r) {
    for (int skipped = 1; skipped <= NEAR; skipped++) {
      for (int ofSource = 0; ofSource <= skipped; ofSource++) {
        Place place = new Place(s + ofSource, r + skipped - ofSource);
        if (goOnTogether(place)) {
          return place;
        }
      }
    }
    return new Place(source.size(), replay.size());
  }

  private boolean goOnTogether(Place place) {
    int left = Math.min(source.size() - place.source(), replay.size() - place.replay());
    for (int i = 0; i < Math.min(left, RUN); i++) {
      if (!isSame(place.source() + i, place.replay() + i)) {
        return false;
      }
    }
    return left > 0;
  }

  private void apart(int s, int r, Place next) {
    int longer = Math.max(next.source() - s, next.replay() - r);
    for (int i = 0; i < longer; i++) {
      pairs.add(
          new Pair<>(
              s + i < next.source() ? source.get(s + i) : null,
              r + i < next.replay() ? replay.get(r + i) : null,
              false));
    }
  }
}
