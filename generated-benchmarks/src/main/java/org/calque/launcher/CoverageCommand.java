package org.calque.launcher;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.calque.runtime.Engine;
import org.calque.runtime.Library;
import org.calque.runtime.Support;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Says of each workload how much of its step can be replayed here: its operators, and the kernels
 * that have no operator schema, counted as exact, approximate, skipped or impossible. Communication
 * is counted apart.
 */
@Command(
    name = "coverage",
    mixinStandardHelpOptions = true,
    description =
        "Counts what of each workload's step can be replayed on this machine: exact, approximate,"
            + " skipped, impossible.",
    footer = {"", "Exit status: 0 nothing is impossible, 1 something is, 2 wrong arguments."})
final class CoverageCommand implements Callable<Integer> {
  private final Workloads workloads;
  private final PrintStream out;

  @Mixin private ChosenWorkloads names;

  /** One operator or kernel, or several of one name. */
  private record Item(String name, int count, Support support) {}

  CoverageCommand(Workloads workloads, PrintStream out) {
    this.workloads = workloads;
    this.out = out;
  }

  @Override
  public Integer call() {
    Engine engine = Engine.find();
    boolean all = true;
    for (Manifest workload : names.of(workloads)) {
      all &= print(workload, engine);
    }
    return all ? ExitStatus.OK : ExitStatus.FAILED;
  }

  /** Whether nothing of the workload is impossible. */
  private boolean print(Manifest workload, Engine engine) {
    List<Item> items = items(workload, engine);
    Map<Support.Kind, Integer> counts = new EnumMap<>(Support.Kind.class);
    items.forEach(item -> counts.merge(item.support().kind(), item.count(), Integer::sum));
    int total = counts.values().stream().mapToInt(Integer::intValue).sum();
    Library library = engine.library();
    out.printf(
        Locale.ROOT,
        "%s: %,d operators and kernels, on %s %s (%s)%n",
        workload.workload(),
        total,
        library.name(),
        library.version(),
        library.origin());
    for (Support.Kind kind : Support.Kind.values()) {
      int count = counts.getOrDefault(kind, 0);
      out.printf(
          Locale.ROOT,
          "  %-11s %7.2f %% %,7d%n",
          kind.word(),
          total == 0 ? 0 : 100.0 * count / total,
          count);
      items.stream()
          .filter(item -> item.support().kind() == kind && !item.support().note().isEmpty())
          .forEach(
              item ->
                  out.printf(
                      Locale.ROOT,
                      "    %s (%,d): %s%n",
                      item.name(),
                      item.count(),
                      item.support().note()));
    }
    workload
        .communication()
        .forEach(
            (name, count) ->
                out.printf(Locale.ROOT, "  apart: communication %s (%,d)%n", name, count));
    return !counts.containsKey(Support.Kind.IMPOSSIBLE);
  }

  private static List<Item> items(Manifest workload, Engine engine) {
    List<Item> items = new ArrayList<>();
    workload
        .operators()
        .forEach(
            operator ->
                items.add(
                    new Item(
                        operator.operator(),
                        operator.count(),
                        engine.support(operator.operator()))));
    workload
        .withoutSchema()
        .forEach(
            (name, count) ->
                items.add(new Item(name, count, Support.impossible("has no operator schema"))));
    items.sort(Comparator.comparingInt((Item item) -> -item.count()).thenComparing(Item::name));
    return items;
  }
}
