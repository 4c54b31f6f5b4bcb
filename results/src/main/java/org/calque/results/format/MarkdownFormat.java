package org.calque.results.format;

import java.io.IOException;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.calque.results.Metric;
import org.calque.results.Run;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.Row;
import org.calque.results.diff.State;

/**
 * A comment on a pull request: the verdict, the rows that changed, and all rows folded. It begins
 * with {@link #MARKER}, which no reader sees and by which a program finds its own comment again,
 * and is short enough for GitHub.
 */
public final class MarkdownFormat implements ComparisonFormat {
  /** First line of every comment. */
  public static final String MARKER = "<!-- calque-diff -->";

  /** GitHub takes comments up to 65,536 characters; some are kept for what a workflow adds. */
  static final int LIMIT = 64_000;

  private static final int MOST_WARNINGS = 20;
  private static final int MOST_CHARACTERS = 400;
  private static final Set<State> CHANGED =
      EnumSet.complementOf(EnumSet.of(State.UNCHANGED, State.NEUTRAL, State.INCONCLUSIVE));
  private static final String HEADER =
      "| benchmark | mode | base | head | unit | change | interval | p | n | |\n"
          + "|:--|:--|--:|--:|:--|--:|:--|--:|:--|:--|\n";
  private static final String FOLD_END = "\n</details>\n";

  @Override
  public void write(Comparison comparison, Appendable out) throws IOException {
    out.append(text(comparison));
  }

  private static String text(Comparison comparison) {
    StringBuilder text = new StringBuilder(MARKER).append('\n');
    text.append("### ").append(icon(comparison)).append(" Benchmarks: ");
    text.append(MarkdownText.escape(shortened(comparison.verdict()))).append("\n\n");
    text.append("base ").append(run(comparison.base()));
    text.append("<br>head ").append(run(comparison.head())).append("\n\n");
    warnings(comparison, text);
    Names names = Names.of(comparison.rows().stream().map(row -> row.key().benchmark()).toList());
    List<Row> changed =
        comparison.rows().stream()
            .filter(row -> row.gates() && CHANGED.contains(row.state()))
            .sorted(Comparator.comparing((Row row) -> !row.bad()))
            .toList();
    if (!changed.isEmpty()) {
      table(changed, names, LIMIT / 2, text);
      text.append('\n');
    }
    apart(comparison, names, text);
    if (!comparison.rows().isEmpty()) {
      int n = comparison.rows().size();
      text.append("<details><summary>").append(n == 1 ? "The row" : "All " + n + " rows");
      text.append("</summary>\n\n");
      table(comparison.rows(), names, LIMIT, text);
      text.append(FOLD_END);
    }
    return text.toString();
  }

  private static String icon(Comparison comparison) {
    return comparison.regressed() ? "🔴" : comparison.findings().isEmpty() ? "🟢" : "🟡";
  }

  private static String run(Run run) {
    String cpu = run.machine().cpuModel();
    String jvm = run.software().jvm().version();
    return MarkdownText.code(shortened(run.id()))
        + " on "
        + MarkdownText.escape(shortened(cpu == null ? "an unknown machine" : cpu))
        + ", "
        + MarkdownText.escape(shortened(jvm == null ? "unknown JVM" : "JDK " + jvm));
  }

  private static void warnings(Comparison comparison, StringBuilder text) {
    List<String> warnings = comparison.warnings();
    for (String warning : warnings.subList(0, Math.min(MOST_WARNINGS, warnings.size()))) {
      text.append("- ⚠️ ").append(MarkdownText.escape(shortened(warning))).append('\n');
    }
    if (warnings.size() > MOST_WARNINGS) {
      text.append("- and ").append(warnings.size() - MOST_WARNINGS).append(" more warnings\n");
    }
    text.append(warnings.isEmpty() ? "" : "\n");
  }

  private static void apart(Comparison comparison, Names names, StringBuilder text) {
    int n = comparison.notComparable().size();
    if (n == 0) {
      return;
    }
    text.append("Not comparable, base and head:\n\n");
    for (var one : comparison.notComparable().subList(0, Math.min(MOST_WARNINGS, n))) {
      text.append("- ").append(MarkdownText.code(shortened(names.strip(one.what()))));
      text.append(": ").append(MarkdownText.escape(shortened(one.why()))).append('\n');
    }
    text.append(n > MOST_WARNINGS ? "- and " + (n - MOST_WARNINGS) + " more\n" : "").append('\n');
  }

  /** Appends rows while the whole stays below the limit, then says how many are left out. */
  private static void table(List<Row> rows, Names names, int limit, StringBuilder text) {
    text.append(HEADER);
    int shown = 0;
    for (Row row : rows) {
      String line = line(row, names);
      if (text.length() + line.length() + 200 > limit) {
        break;
      }
      text.append(line);
      shown++;
    }
    if (shown < rows.size()) {
      text.append("\n_").append(rows.size() - shown);
      text.append(" more rows do not fit in a comment; `--format json` and `csv` have all._\n");
    }
  }

  private static String line(Row row, Names names) {
    boolean primary = row.metric().equals(Metric.PRIMARY);
    String name = names.show(row.key()) + (primary ? "" : " · " + row.metric());
    String state = row.state() == State.UNCHANGED ? "~" : row.state().label();
    String mark = row.bad() ? "**" : "";
    String note = row.note().isEmpty() ? "" : ": " + MarkdownText.escape(shortened(row.note()));
    String[] cells = {
      MarkdownText.code(shortened(name)),
      MarkdownText.escape(shortened(row.key().mode())),
      Numbers.side(row.base()),
      Numbers.side(row.head()),
      MarkdownText.escape(shortened(row.unit())),
      row.measured() ? mark + Numbers.change(row.ratio()) + mark : "-",
      Numbers.interval(row.interval()),
      Numbers.probability(row.p()),
      row.forks(),
      row.gates() ? mark + state + mark + note : "(" + state + note + ")"
    };
    return "| " + String.join(" | ", cells) + " |\n";
  }

  private static String shortened(String text) {
    return text.length() <= MOST_CHARACTERS
        ? text
        : text.substring(0, MOST_CHARACTERS).replaceAll("[\\ud800-\\udbff]$", "") + "…";
  }
}
