package org.calque.results.diff;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.calque.results.Run;
import org.calque.results.RunFormatException;
import org.calque.results.WorkloadFacts;

/**
 * One side of a comparison: a run, or several of the same code, of which each benchmark is one with
 * the forks of all.
 *
 * @param run the only run, or what several are together
 * @param warnings what differs among them, and what failed in some only; one line each
 * @param settings what of the surroundings differs among them, such as {@code machines}
 */
public record Repetitions(Run run, List<String> warnings, List<String> settings) {

  /** Copies the lists. */
  public Repetitions {
    warnings = List.copyOf(warnings);
    settings = List.copyOf(settings);
  }

  /** A run on its own. */
  public static Repetitions of(Run run) {
    return new Repetitions(run, List.of(), List.of());
  }

  /**
   * Runs of the same code; their forks follow each other in this order.
   *
   * @param runs at least one
   * @throws RunFormatException when one is there twice, or two measured different things under one
   *     name
   */
  public static Repetitions of(List<Run> runs) {
    return runs.size() == 1 ? of(runs.get(0)) : merged(runs);
  }

  private static Repetitions merged(List<Run> runs) {
    Set<String> warnings = new LinkedHashSet<>();
    Set<String> settings = new LinkedHashSet<>();
    Run first = runs.get(0);
    for (Run run : runs.subList(1, runs.size())) {
      Caveats caveats = Caveats.between(first.id(), first, run.id(), run);
      warnings.addAll(caveats.lines());
      settings.addAll(caveats.settings());
    }
    warnings.addAll(partial(runs));
    RepeatedEntries entries = RepeatedEntries.of(runs);
    warnings.addAll(entries.warnings());
    Run run =
        new Run(
            Run.FORMAT_VERSION,
            name(runs),
            runs.stream()
                .map(Run::started)
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .orElse(null),
            finished(runs),
            List.of(),
            first.machine(),
            first.software(),
            workloads(runs),
            entries.entries());
    return new Repetitions(run, List.copyOf(warnings), List.copyOf(settings));
  }

  /** Such as {@code a + b}, or {@code a + 4 more}. */
  private static String name(List<Run> runs) {
    Set<String> ids = new LinkedHashSet<>();
    for (Run run : runs) {
      if (!ids.add(run.id()) && run.started() != null) {
        throw new RunFormatException("the run " + run.id() + " is given twice for one side");
      }
    }
    String first = runs.get(0).id();
    return runs.size() == 2
        ? first + " + " + runs.get(1).id()
        : first + " + " + (runs.size() - 1) + " more";
  }

  /** When the last one ended; null when one has not. */
  private static Instant finished(List<Run> runs) {
    boolean open = runs.stream().anyMatch(run -> run.started() != null && run.finished() == null);
    return open
        ? null
        : runs.stream()
            .map(Run::finished)
            .filter(Objects::nonNull)
            .max(Comparator.naturalOrder())
            .orElse(null);
  }

  /** Each once; where a run replays it in part, as that run has it. */
  private static List<WorkloadFacts> workloads(List<Run> runs) {
    Map<String, WorkloadFacts> byName = new LinkedHashMap<>();
    for (Run run : runs) {
      for (WorkloadFacts one : run.workloads()) {
        byName.merge(
            one.name(), one, (known, next) -> known.partial() || !next.partial() ? known : next);
      }
    }
    return new ArrayList<>(byName.values());
  }

  /** What is replayed in part by some runs and in whole by others. */
  private static List<String> partial(List<Run> runs) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (Run run : runs) {
      for (WorkloadFacts one : run.workloads()) {
        counts.merge(one.name(), one.partial() ? 1 : 0, Integer::sum);
      }
    }
    List<String> lines = new ArrayList<>();
    counts.forEach(
        (name, count) -> {
          if (count > 0 && count < runs.size()) {
            lines.add(count + " of " + runs.size() + " runs replay " + name + " in part");
          }
        });
    return lines;
  }
}
