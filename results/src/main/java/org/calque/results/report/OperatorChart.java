package org.calque.results.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.calque.results.WorkloadFacts;
import org.calque.results.WorkloadFacts.OperatorTime;

/** Where the time of a recorded step went: the operators that took most of it, and the rest. */
final class OperatorChart {
  private static final int SHOWN = 15;

  private OperatorChart() {}

  /** Empty where the recording has no times. */
  static Optional<Chart> of(WorkloadFacts facts, String id, String table) {
    List<OperatorTime> operators =
        facts == null
            ? List.of()
            : facts.operators().stream()
                .filter(operator -> operator.recordedNanos() > 0)
                .sorted(Comparator.comparingLong(OperatorTime::recordedNanos).reversed())
                .toList();
    if (operators.isEmpty()) {
      return Optional.empty();
    }
    double total = operators.stream().mapToDouble(OperatorTime::recordedNanos).sum();
    List<String> rows = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    double rest = total;
    for (OperatorTime operator : operators.subList(0, Math.min(SHOWN, operators.size()))) {
      rows.add(operator.name());
      values.add(operator.recordedNanos() / 1e6);
      texts.add(share((double) operator.recordedNanos(), total) + ", " + calls(operator.calls()));
      rest -= operator.recordedNanos();
    }
    int others = operators.size() - rows.size();
    if (others > 0) {
      rows.add(Figures.count(others, "other operator"));
      values.add(rest / 1e6);
      texts.add(share(rest, total));
    }
    OperatorTime first = operators.get(0);
    String summary =
        "Of "
            + Figures.value(total / 1e6)
            + " ms of operators in the recorded step, "
            + first.name()
            + " took "
            + share((double) first.recordedNanos(), total)
            + ".";
    return Optional.of(
        new Chart.Bars(
            new Chart.Head(id, "Recorded time by operator", "ms", "", summary, table),
            rows,
            values,
            texts));
  }

  private static String calls(int calls) {
    return Figures.count(calls, "call");
  }

  private static String share(double part, double whole) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * part / whole);
  }
}
