package org.calque.launcher;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.calque.launcher.power.PowerResults.Items;

/**
 * The items that a whole step of each workload processes, as the launcher tells forks. A fork that
 * read the manifests itself would measure in a heap that they have filled.
 *
 * @param ofBenchmarks items by benchmark, such as {@code org.calque.generated.GptTrain.step}
 */
record StepItems(Map<String, Items> ofBenchmarks) {
  private static final String STEP = ".step";

  /** Those of all workloads whose recording tells them; a phase processes a part of each item. */
  static StepItems of(Workloads workloads) {
    Map<String, Items> items = new TreeMap<>();
    for (Manifest workload : workloads.all()) {
      Manifest.Origin origin = workload.origin();
      if (origin.itemsPerStep() != null && origin.itemUnit() != null) {
        items.put(
            workload.benchmarkClass() + STEP, new Items(origin.itemsPerStep(), origin.itemUnit()));
      }
    }
    return new StepItems(items);
  }

  /** Reads what {@link #text} writes. */
  static StepItems parse(String text) {
    Map<String, Items> items = new TreeMap<>();
    for (String entry : text.isEmpty() ? new String[0] : text.split(",")) {
      String[] parts = entry.split(":");
      String unit = URLDecoder.decode(parts[2], StandardCharsets.UTF_8);
      items.put(parts[0], new Items(Long.parseLong(parts[1]), unit));
    }
    return new StepItems(items);
  }

  /** One line without semicolons, for the options of a profiler. */
  String text() {
    return ofBenchmarks.entrySet().stream()
        .map(entry -> String.join(":", entry.getKey(), count(entry), unit(entry)))
        .collect(Collectors.joining(","));
  }

  private static String count(Map.Entry<String, Items> entry) {
    return Long.toString(entry.getValue().count());
  }

  private static String unit(Map.Entry<String, Items> entry) {
    return URLEncoder.encode(entry.getValue().unit(), StandardCharsets.UTF_8);
  }

  /** What an operation of a benchmark processes, where it is a whole step and that is known. */
  Optional<Items> of(String benchmark) {
    return Optional.ofNullable(ofBenchmarks.get(benchmark));
  }
}
