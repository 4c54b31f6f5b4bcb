package org.calque.results.format;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.Row;
import org.calque.results.diff.State;

/**
 * Workflow commands of GitHub Actions, which show as annotations: errors for what is worse,
 * warnings for what is inconclusive, and the verdict as a notice. GitHub shows ten of a kind for a
 * step, so the last of more says how many are left.
 */
final class GithubFormat implements ComparisonFormat {
  private static final int SHOWN = 10;

  @Override
  public void write(Comparison comparison, Appendable out) throws IOException {
    command("notice", "Benchmarks", comparison.verdict(), out);
    commands("error", comparison.rows(), Row::bad, out);
    commands(
        "warning", comparison.rows(), row -> row.gates() && row.state() == State.INCONCLUSIVE, out);
  }

  private static void commands(String level, List<Row> rows, Predicate<Row> which, Appendable out)
      throws IOException {
    List<Row> chosen = rows.stream().filter(which).toList();
    int shown = chosen.size() <= SHOWN ? chosen.size() : SHOWN - 1;
    for (Row row : chosen.subList(0, shown)) {
      command(level, RowText.name(row), RowText.outcome(row), out);
    }
    if (shown < chosen.size()) {
      String more = "and " + (chosen.size() - shown) + " more; the other formats name all";
      command(level, "Benchmarks", more, out);
    }
  }

  private static void command(String level, String title, String message, Appendable out)
      throws IOException {
    out.append("::").append(level).append(" title=");
    out.append(escape(title).replace(":", "%3A").replace(",", "%2C"));
    out.append("::").append(escape(message)).append("\n");
  }

  /** What ends a line would begin another command. */
  private static String escape(String text) {
    return text.replace("%", "%25")
        .replace("\r", "%0D")
        .replace("\n", "%0A")
        .replaceAll("[\\p{Cntrl}\\x85\\u2028\\u2029]", "?");
  }
}
