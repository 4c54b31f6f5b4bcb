package org.calque.replay;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts what becomes remarks. */
final class RemarkCounts {
  private final Map<String, Map<String, Integer>> counts = new TreeMap<>();

  /** Counts one more of a kind and subject. */
  void add(String kind, String subject) {
    counts.computeIfAbsent(kind, k -> new TreeMap<>()).merge(subject, 1, Integer::sum);
  }

  /** One remark for each kind and subject, in the order of both. */
  List<Remark> remarks() {
    return counts.entrySet().stream()
        .flatMap(
            kind ->
                kind.getValue().entrySet().stream()
                    .map(count -> new Remark(kind.getKey(), count.getKey(), count.getValue())))
        .toList();
  }
}
