package org.calque.trace;

/** Decimal microseconds, as JSON writes them, made nanoseconds without going through a double. */
final class Microseconds {
  /** What is no time: not a number, or beyond 292 years. */
  static final long NOT_A_TIME = Long.MIN_VALUE;

  private static final int NANOS = 1_000;
  private static final long MOST = Long.MAX_VALUE / NANOS - 1;
  private static final long LAST_BEFORE_DIGIT = Long.MAX_VALUE / 10 - 1;

  private Microseconds() {}

  /** Nanoseconds of whole microseconds. */
  static long nanos(long micros) {
    return micros > MOST || micros < -MOST ? NOT_A_TIME : micros * NANOS;
  }

  /**
   * Nanoseconds of a number with a fraction, rounded to the nearest.
   *
   * @param text the number's digits
   * @param value the same as a double, for exponents
   */
  static long nanos(byte[] text, double value) {
    int i = text.length > 0 && text[0] == '-' ? 1 : 0;
    boolean negative = i == 1;
    long nanos = 0;
    int fraction = -1;
    for (; i < text.length; i++) {
      int digit = text[i] - '0';
      if (digit >= 0 && digit <= 9) {
        if (fraction < 3) {
          if (nanos > LAST_BEFORE_DIGIT) {
            return NOT_A_TIME;
          }
          nanos = nanos * 10 + digit;
        } else if (fraction == 3) {
          nanos += digit >= 5 ? 1 : 0;
        }
        fraction += fraction >= 0 ? 1 : 0;
      } else if (text[i] == '.' && fraction < 0) {
        fraction = 0;
      } else {
        return rounded(value);
      }
    }
    for (int place = Math.max(fraction, 0); place < 3; place++) {
      if (nanos > LAST_BEFORE_DIGIT) {
        return NOT_A_TIME;
      }
      nanos *= 10;
    }
    return negative ? -nanos : nanos;
  }

  private static long rounded(double micros) {
    return Math.abs(micros) < MOST ? Math.round(micros * NANOS) : NOT_A_TIME;
  }
}
