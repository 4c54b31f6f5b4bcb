package org.calque.launcher;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.calque.results.BenchmarkKey;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Which benchmarks JMH makes of a selection: one for each mode and each combination of parameters.
 * See {@code internalRun} and {@code explodeAllParams} of {@code org.openjdk.jmh.runner.Runner} in
 * JMH 1.37, which tells nobody.
 */
final class PlannedBenchmarks {
  private PlannedBenchmarks() {}

  /** All of them, in the order of the selection. */
  static List<BenchmarkKey> of(Collection<BenchmarkListEntry> selection, Options options) {
    List<BenchmarkKey> keys = new ArrayList<>();
    for (BenchmarkListEntry entry : selection) {
      for (Mode mode : modes(entry, options)) {
        for (Map<String, String> params : combinations(entry, options)) {
          keys.add(
              new BenchmarkKey(
                  entry.getUsername(), mode.shortLabel(), threads(entry, options), params));
        }
      }
    }
    return keys.stream().distinct().toList();
  }

  private static List<Mode> modes(BenchmarkListEntry entry, Options options) {
    Collection<Mode> asked =
        options.getBenchModes().isEmpty() ? List.of(entry.getMode()) : options.getBenchModes();
    return asked.stream()
        .flatMap(mode -> mode == Mode.All ? Arrays.stream(Mode.values()) : Arrays.stream(one(mode)))
        .filter(mode -> mode != Mode.All)
        .toList();
  }

  private static Mode[] one(Mode mode) {
    return new Mode[] {mode};
  }

  private static List<Map<String, String>> combinations(BenchmarkListEntry entry, Options options) {
    List<Map<String, String>> combinations = new ArrayList<>(List.of(Map.of()));
    Map<String, String[]> declared = new TreeMap<>(entry.getParams().orElse(Map.of()));
    declared.forEach(
        (name, defaults) -> {
          Collection<String> values = options.getParameter(name).orElse(Arrays.asList(defaults));
          List<Map<String, String>> longer = new ArrayList<>();
          for (Map<String, String> combination : combinations) {
            for (String value : values) {
              Map<String, String> further = new TreeMap<>(combination);
              further.put(name, value);
              longer.add(further);
            }
          }
          combinations.clear();
          combinations.addAll(longer);
        });
    return combinations;
  }

  private static int threads(BenchmarkListEntry entry, Options options) {
    int[] groups = options.getThreadGroups().orElse(entry.getThreadGroups());
    int threads = options.getThreads().orElse(entry.getThreads().orElse(Defaults.THREADS));
    int asked = threads == Threads.MAX ? Runtime.getRuntime().availableProcessors() : threads;
    int group = Math.max(1, Arrays.stream(groups).sum());
    return (asked + group - 1) / group * group;
  }

  /** The options that make JMH run one of them alone. */
  static Options only(BenchmarkKey key, Options options) {
    // What a builder includes is added to what its parent includes, so all others are excluded.
    ChainedOptionsBuilder builder =
        new OptionsBuilder()
            .parent(options)
            .exclude("^(?!" + Pattern.quote(key.benchmark()) + "$)")
            .mode(Mode.deepValueOf(key.mode()));
    key.params().forEach(builder::param);
    return builder.build();
  }
}
