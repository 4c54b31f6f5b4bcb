package org.calque.results.diff;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.JmhRecord;
import org.calque.results.MergedForks;
import org.calque.results.Metric;
import org.calque.results.Run;
import org.calque.results.RunFormatException;
import org.calque.results.Status;

/**
 * The benchmarks of several runs of the same code, each once.
 *
 * @param entries in the order in which the runs have them first
 * @param warnings what failed in some runs only, one line each
 */
record RepeatedEntries(List<Entry> entries, List<String> warnings) {

  static RepeatedEntries of(List<Run> runs) {
    Map<BenchmarkKey, List<Measured>> byKey = new LinkedHashMap<>();
    for (Run run : runs) {
      for (Entry entry : run.entries()) {
        byKey.computeIfAbsent(entry.key(), key -> new ArrayList<>()).add(new Measured(run, entry));
      }
    }
    List<Entry> entries = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    byKey.forEach((key, all) -> entries.add(together(key, all, warnings)));
    return new RepeatedEntries(entries, warnings);
  }

  private static Entry together(BenchmarkKey key, List<Measured> all, List<String> warnings) {
    List<Measured> good = all.stream().filter(one -> one.entry().status() == Status.OK).toList();
    List<Measured> bad = all.stream().filter(one -> one.entry().status() != Status.OK).toList();
    if (good.isEmpty()) {
      return bad.get(0).entry();
    }
    if (!bad.isEmpty()) {
      Entry failure = bad.get(0).entry();
      warnings.add(
          "%s has no result in %d of %d runs (%s)"
              .formatted(key, bad.size(), all.size(), failure.outcome()));
    }
    Measured first = good.get(0);
    List<JmhRecord> records = new ArrayList<>(List.of(first.entry().jmh()));
    for (Measured further : good.subList(1, good.size())) {
      String unlike = unlike(first, further);
      if (unlike != null) {
        throw new RunFormatException(
            "%s and %s measured different things as %s: %s; give runs of the same code for a side"
                .formatted(first.run().id(), further.run().id(), key, unlike));
      }
      records.add(further.entry().jmh());
    }
    try {
      return first.entry().with(MergedForks.of(records));
    } catch (RunFormatException e) {
      throw new RunFormatException(
          "the runs of one side measured different things as " + key + ": " + e.getMessage(), e);
    }
  }

  private static String unlike(Measured first, Measured further) {
    String before = Metric.of(first.entry()).get(0).unit();
    String after = Metric.of(further.entry()).get(0).unit();
    return before.equals(after)
        ? Measured.unlike(first, further)
        : "unit " + before + " and " + after;
  }
}
