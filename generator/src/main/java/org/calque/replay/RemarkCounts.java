package org.calque.replay;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts what becomes remarks. */
final class RemarkCounts {
  private final Map<String, Map<String, Amount>> amounts = new TreeMap<>();

  private record Amount(int count, long nanos) {
    Amount plus(Amount other) {
      return new Amount(count + other.count, nanos + other.nanos);
    }
  }

  /** Counts one more of a kind and subject. */
  void add(String kind, String subject) {
    add(kind, subject, 0);
  }

  /** Counts one more of a kind and subject, with the time that it took in the recording. */
  void add(String kind, String subject, long nanos) {
    add(kind, subject, new Amount(1, nanos));
  }

  /** Takes time from what was counted, because it is counted for something inside. */
  void takeTime(String kind, String subject, long nanos) {
    add(kind, subject, new Amount(0, -nanos));
  }

  private void add(String kind, String subject, Amount amount) {
    amounts.computeIfAbsent(kind, k -> new TreeMap<>()).merge(subject, amount, Amount::plus);
  }

  /** One remark for each kind and subject, in the order of both. */
  List<Remark> remarks() {
    return amounts.entrySet().stream()
        .flatMap(
            kind ->
                kind.getValue().entrySet().stream()
                    .map(entry -> remark(kind.getKey(), entry.getKey(), entry.getValue())))
        .toList();
  }

  /** Times of threads that wait for each other overlap; none is less than nothing. */
  private static Remark remark(String kind, String subject, Amount amount) {
    return new Remark(kind, subject, amount.count(), Math.max(0, amount.nanos()));
  }
}
