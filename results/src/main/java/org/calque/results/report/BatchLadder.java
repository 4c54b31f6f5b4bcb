package org.calque.results.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.WorkloadFacts;

/**
 * Steps of workloads that were recorded as one series of batch sizes: a line for each run, device,
 * precision and setting, whose steps differ in the batch alone.
 *
 * @param series its name
 * @param batches sizes that a step of any line has, ascending
 * @param lines results by batch size, by the name of the line; a size that a line lacks was not run
 */
record BatchLadder(String series, List<Long> batches, Map<String, Map<Long, Result>> lines) {

  /** Ladders of two sizes and more, in the order in which they come. */
  static List<BatchLadder> of(Runs runs) {
    Map<String, List<Result>> series = new LinkedHashMap<>();
    for (int run = 0; run < runs.count(); run++) {
      for (Entry entry : runs.all().get(run).entries()) {
        WorkloadFacts facts = runs.all().get(run).workloadOf(entry).orElse(null);
        if (entry.method().equals(ItemRate.STEP) && isRung(facts)) {
          series
              .computeIfAbsent(facts.setup().series(), unused -> new ArrayList<>())
              .add(new Result(run, entry, facts));
        }
      }
    }
    return series.entrySet().stream()
        .map(each -> of(Workload.of(each.getKey(), each.getValue()), runs))
        .filter(ladder -> ladder.batches.size() > 1)
        .toList();
  }

  private static boolean isRung(WorkloadFacts facts) {
    return facts != null
        && facts.setup() != null
        && facts.setup().series() != null
        && facts.setup().batchSize() != null;
  }

  private static BatchLadder of(Workload steps, Runs runs) {
    Map<String, Map<Long, Result>> lines = new LinkedHashMap<>();
    for (Result result : steps.results()) {
      lines
          .computeIfAbsent(line(steps, result, runs), unused -> new TreeMap<>())
          .put(batch(result), result);
    }
    List<Long> batches =
        steps.results().stream().map(BatchLadder::batch).distinct().sorted().toList();
    return new BatchLadder(steps.name(), batches, lines);
  }

  private static Long batch(Result result) {
    return result.facts().setup().batchSize();
  }

  /** Such as {@code head · NVIDIA H200 · bfloat16 · threads=4}. */
  private static String line(Workload steps, Result result, Runs runs) {
    List<String> parts = new ArrayList<>();
    Run run = runs.all().get(result.run());
    String device = run.deviceOf(result.entry());
    parts.add(runs.count() == 1 ? "" : runs.label(result.run()));
    parts.add(device.isEmpty() ? "unknown device" : device);
    parts.add(Optional.ofNullable(result.facts().setup().precision()).orElse(""));
    parts.add(steps.settings(result));
    parts.removeIf(String::isEmpty);
    return String.join(" · ", parts);
  }

  /** All results, line by line. */
  Stream<Result> results() {
    return lines.values().stream().flatMap(rungs -> rungs.values().stream());
  }

  /** Any of its results; there must be one. */
  Result first() {
    return results().findFirst().orElseThrow();
  }

  /** The lines of the runs that charts show; may be none. */
  BatchLadder charted(Runs runs) {
    Map<String, Map<Long, Result>> shown = new LinkedHashMap<>(lines);
    shown.values().removeIf(rungs -> rungs.values().stream().noneMatch(r -> runs.charted(r.run())));
    return new BatchLadder(series, batches, shown);
  }
}
