package org.calque.mutation;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.calque.trace.Repair;

/** Counts outcomes by kind of mutation. */
final class MutationTable {
  private static final String FORMAT = "| %-36s | %6s | %8s | %6s | %7s | %6s | %-15s |%n";

  private static final class Row {
    private int files;
    private int read;
    private int same;
    private int broken;
    private double kept;
    private final Map<Repair.Kind, Integer> repairs = new HashMap<>();
  }

  private final Map<String, Row> rows = new LinkedHashMap<>();
  private final Row total = new Row();

  MutationTable() {
    Mutations.ALL.forEach(mutation -> rows.put(mutation.name(), new Row()));
  }

  void add(Outcome outcome) {
    add(rows.get(outcome.mutation().name()), outcome);
    add(total, outcome);
  }

  private static void add(Row row, Outcome outcome) {
    row.files++;
    row.broken += outcome.problem().isEmpty() ? 0 : 1;
    if (outcome.trace().isPresent()) {
      row.read++;
      row.same += outcome.same() ? 1 : 0;
      row.kept += outcome.kept();
      outcome
          .trace()
          .get()
          .repairs()
          .forEach(repair -> row.repairs.merge(repair.kind(), 1, Integer::sum));
    }
  }

  /** Kinds of which there was no file. */
  List<String> untried() {
    return rows.entrySet().stream()
        .filter(row -> row.getValue().files == 0)
        .map(Map.Entry::getKey)
        .toList();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT, FORMAT, "kind", "files", "refused", "read", "same", "kept", "most often"));
    text.append("|---|---:|---:|---:|---:|---:|---|\n");
    rows.forEach((name, row) -> append(text, name, row));
    append(text, "all", total);
    return text.toString();
  }

  private static void append(StringBuilder text, String name, Row row) {
    String repair =
        row.repairs.entrySet().stream()
            .max(Comparator.comparingInt(Map.Entry::getValue))
            .map(entry -> entry.getKey().id())
            .orElse("");
    text.append(
        String.format(
            Locale.ROOT,
            FORMAT,
            name,
            row.files,
            percent(row.files - row.read, row.files),
            percent(row.read, row.files),
            percent(row.same, row.files),
            percent(row.kept, row.read),
            repair + (row.broken > 0 ? "; " + row.broken + " BROKEN" : "")));
  }

  private static String percent(double part, int all) {
    return all == 0 ? "" : String.format(Locale.ROOT, "%.1f %%", 100 * part / all);
  }
}
