package org.calque.replay;

import java.util.Comparator;

/**
 * Something in which the program differs from a plain reading of the trace, so that nothing happens
 * silently.
 *
 * @param kind such as {@code composite-expanded}
 * @param subject operator or label concerned
 * @param count how often
 */
public record Remark(String kind, String subject, int count) {
  static final Comparator<Remark> ORDER =
      Comparator.comparing(Remark::kind).thenComparing(Remark::subject);
}
