package org.calque.results.format;

import java.util.Locale;
import org.calque.results.Metric;
import org.calque.results.diff.Row;
import org.calque.results.diff.Side;

/** Rows in words, not escaped for anything yet. */
final class RowText {
  private RowText() {}

  /** What the row measures: {@code org.example.Mlp.step [batch=8] avgt, gc.alloc.rate}. */
  static String name(Row row) {
    return row.key() + (row.metric().equals(Metric.PRIMARY) ? "" : ", " + row.metric());
  }

  /** A state, or another name, as one word: {@code newly_failing}. */
  static String word(Enum<?> state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /** What became of it and the figures, in one line without the name. */
  static String outcome(Row row) {
    StringBuilder text = new StringBuilder(row.state().label());
    if (!row.note().isEmpty()) {
      text.append(": ").append(row.note());
    }
    if (row.measured()) {
      text.append(": ").append(Numbers.change(row.ratio()));
      text.append(row.interval() == null ? "" : " " + Numbers.interval(row.interval()));
    }
    if (row.base() != null || row.head() != null) {
      text.append(", ").append(side(row.base())).append(" -> ").append(side(row.head()));
      text.append(' ').append(row.unit());
    }
    if (!Double.isNaN(row.p())) {
      text.append(", p ").append(Numbers.probability(row.p()));
    }
    return text.toString();
  }

  private static String side(Side side) {
    return side == null ? "nothing" : Numbers.side(side);
  }
}
