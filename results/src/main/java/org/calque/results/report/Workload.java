package org.calque.results.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.WorkloadFacts;

/**
 * What the runs say of one workload, or of one class of benchmarks that have no workload.
 *
 * @param name of the workload or the class
 * @param results in the order of the runs and their entries
 * @param varying values of each setting that differs among the results, numbers in their order
 */
record Workload(String name, List<Result> results, Map<String, List<String>> varying) {

  /** Numbers as numbers, and before texts. */
  private static final Comparator<String> NATURAL =
      Comparator.comparing((String value) -> number(value) == null)
          .thenComparing(value -> number(value) == null ? 0.0 : number(value))
          .thenComparing(value -> value);

  /** The workloads of these runs in the order in which they come. */
  static List<Workload> of(List<Run> runs) {
    Map<String, List<Result>> groups = new LinkedHashMap<>();
    for (int run = 0; run < runs.size(); run++) {
      for (Entry entry : runs.get(run).entries()) {
        WorkloadFacts facts = runs.get(run).workloadOf(entry).orElse(null);
        String name = entry.workload() == null ? className(entry) : entry.workload();
        groups
            .computeIfAbsent(name, unused -> new ArrayList<>())
            .add(new Result(run, entry, facts));
      }
    }
    return groups.entrySet().stream().map(group -> of(group.getKey(), group.getValue())).toList();
  }

  /** Results that belong together under a name; at least one. */
  static Workload of(String name, List<Result> results) {
    return new Workload(name, results, varying(results));
  }

  private static String className(Entry entry) {
    String[] parts = entry.benchmark().split("\\.", -1);
    return parts.length < 2 ? entry.benchmark() : parts[parts.length - 2];
  }

  private static Map<String, List<String>> varying(List<Result> results) {
    Map<String, Set<String>> values = new TreeMap<>();
    for (Result result : results) {
      result
          .settings()
          .forEach((k, v) -> values.computeIfAbsent(k, x -> new TreeSet<>(NATURAL)).add(v));
    }
    Map<String, List<String>> varying = new TreeMap<>();
    values.forEach(
        (setting, all) -> {
          if (all.size() > 1) {
            varying.put(setting, List.copyOf(all));
          }
        });
    return varying;
  }

  /** The number that a value of a parameter is; null when it is none. */
  static Double number(String value) {
    try {
      double number = Double.parseDouble(value);
      return Double.isFinite(number) && value.matches("[-+.\\deE]+") ? number : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The settings that differ and are numbers throughout. */
  List<String> numeric() {
    return varying.entrySet().stream()
        .filter(entry -> entry.getValue().stream().allMatch(value -> number(value) != null))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The method and what of its settings differs within the workload, some of them left out. */
  String label(Result result, String... without) {
    String settings = settings(result, without);
    return result.method() + (settings.isEmpty() ? "" : " · " + settings);
  }

  /** What of a result's settings differs within the workload, some of them left out. */
  String settings(Result result, String... without) {
    Map<String, String> settings = result.settings();
    return varying.keySet().stream()
        .filter(setting -> !Set.of(without).contains(setting) && settings.containsKey(setting))
        .map(setting -> setting + "=" + settings.get(setting))
        .collect(Collectors.joining(", "));
  }

  /** Settings that are the same for all results. */
  String common() {
    Map<String, String> settings = new TreeMap<>(results.get(0).settings());
    settings.keySet().removeAll(varying.keySet());
    return settings.entrySet().stream()
        .map(setting -> setting.getKey() + "=" + setting.getValue())
        .collect(Collectors.joining(", "));
  }

  /** The facts of the last run that has them; null when none has. */
  WorkloadFacts facts() {
    return results.stream()
        .map(Result::facts)
        .filter(facts -> facts != null)
        .reduce((earlier, later) -> later)
        .orElse(null);
  }
}
