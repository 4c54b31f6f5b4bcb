package org.calque.results.diff;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.Status;

/**
 * Which entries of two runs belong together.
 *
 * @param both entries of the same key, in the order of head
 * @param baseOnly entries that head has nothing for
 * @param headOnly entries that base has nothing for
 * @param unlike entries of one method, one in each run, that differ in mode, threads or parameters
 */
record Pairing(
    List<Pair> both, List<Entry> baseOnly, List<Entry> headOnly, List<NotComparable> unlike) {

  /** An entry of base and its counterpart in head. */
  record Pair(Entry base, Entry head) {}

  static Pairing of(Run base, Run head) {
    Map<BenchmarkKey, Entry> left = new LinkedHashMap<>();
    base.entries().forEach(entry -> left.put(entry.key(), entry));
    List<Pair> both = new ArrayList<>();
    List<Entry> headOnly = new ArrayList<>();
    for (Entry entry : head.entries()) {
      Entry same = left.remove(entry.key());
      if (same != null) {
        both.add(new Pair(same, entry));
      } else {
        headOnly.add(entry);
      }
    }
    List<Entry> baseOnly = new ArrayList<>(left.values());
    List<NotComparable> unlike = takeUnlike(baseOnly, headOnly);
    return new Pairing(both, baseOnly, headOnly, unlike);
  }

  /** Moves out of the lists what head measures of a method and the most alike of base. */
  private static List<NotComparable> takeUnlike(List<Entry> baseOnly, List<Entry> headOnly) {
    List<NotComparable> unlike = new ArrayList<>();
    for (Entry head : List.copyOf(headOnly)) {
      if (head.status() != Status.OK) {
        continue; // a failure is news of its own
      }
      baseOnly.stream()
          .filter(base -> base.benchmark().equals(head.benchmark()))
          .min(Comparator.comparingInt(base -> differences(base, head).size()))
          .ifPresent(
              base -> {
                baseOnly.remove(base);
                headOnly.remove(head);
                unlike.add(
                    new NotComparable(
                        head.benchmark(), String.join(", ", differences(base, head))));
              });
    }
    return unlike;
  }

  private static List<String> differences(Entry base, Entry head) {
    List<String> found = new ArrayList<>();
    if (!base.mode().equals(head.mode())) {
      found.add("mode " + base.mode() + " and " + head.mode());
    }
    if (base.threads() != head.threads()) {
      found.add("threads " + base.threads() + " and " + head.threads());
    }
    TreeSet<String> names = new TreeSet<>(base.params().keySet());
    names.addAll(head.params().keySet());
    for (String name : names) {
      String before = base.params().getOrDefault(name, "(none)");
      String after = head.params().getOrDefault(name, "(none)");
      if (!before.equals(after)) {
        found.add("param " + name + " " + before + " and " + after);
      }
    }
    return found;
  }
}
