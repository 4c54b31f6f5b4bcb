package org.calque.replay;

import java.util.Comparator;

/**
 * Something in which the program differs from a plain reading of the trace, so that nothing happens
 * silently.
 *
 * @param kind such as {@code composite-expanded}
 * @param subject operator or label concerned
 * @param count how often
 * @param nanos how long it took in the recording, all together and without what is replayed of it;
 *     0 where it is no work, or no time is known
 */
public record Remark(String kind, String subject, int count, long nanos) {
  static final Comparator<Remark> ORDER =
      Comparator.comparing(Remark::kind).thenComparing(Remark::subject);

  /** A difference that took no time. */
  public Remark(String kind, String subject, int count) {
    this(kind, subject, count, 0);
  }
}
