package org.calque.results.format;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.calque.results.Metric;
import org.calque.results.diff.Comparison;
import org.calque.results.diff.NotComparable;
import org.calque.results.diff.Row;
import org.calque.results.diff.State;

/**
 * A test report as Ant's JUnit task wrote it first and CI systems read it: a test case for each
 * row, failed when it regressed or newly fails, skipped when it is inconclusive or not comparable.
 * A row that does not decide never fails. A comparison that is not the whole answer is an error of
 * its own, for without rows the report would look as if all were well.
 */
final class JunitFormat implements ComparisonFormat {

  @Override
  public void write(Comparison comparison, Appendable out) throws IOException {
    List<Row> rows = comparison.rows();
    List<NotComparable> apart = comparison.notComparable();
    int errors = comparison.gaps().isEmpty() ? 0 : 1;
    String counts =
        String.format(
            Locale.ROOT,
            "tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\" time=\"0\"",
            rows.size() + apart.size() + errors,
            rows.stream().filter(Row::bad).count(),
            errors,
            rows.stream().filter(JunitFormat::skipped).count() + apart.size());
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out.append("<testsuites name=\"calque\" ").append(counts).append(">\n");
    out.append("  <testsuite name=\"benchmarks\" ").append(counts).append(">\n");
    out.append("    <properties>\n");
    property("base", comparison.base().id(), out);
    property("head", comparison.head().id(), out);
    property("verdict", comparison.verdict(), out);
    out.append("    </properties>\n");
    for (Row row : rows) {
      testCase(row, out);
    }
    for (NotComparable one : apart) {
      testCase(one.what(), "skipped", "not comparable: " + one.why(), out);
    }
    if (errors > 0) {
      testCase("comparison", "error", String.join("; ", comparison.gaps()), out);
    }
    out.append("  </testsuite>\n</testsuites>\n");
  }

  private static void property(String name, String value, Appendable out) throws IOException {
    out.append("      <property name=\"").append(name).append("\" value=\"");
    out.append(XmlText.escape(value)).append("\"/>\n");
  }

  private static boolean skipped(Row row) {
    return row.gates() && row.state() == State.INCONCLUSIVE;
  }

  /** A case that is of no one row. */
  private static void testCase(String name, String outcome, String message, Appendable out)
      throws IOException {
    out.append("    <testcase classname=\"\" name=\"").append(XmlText.escape(name));
    out.append("\" time=\"0\">\n      <").append(outcome).append(" message=\"");
    out.append(XmlText.escape(message)).append("\"/>\n    </testcase>\n");
  }

  private static void testCase(Row row, Appendable out) throws IOException {
    String benchmark = row.key().benchmark();
    int method = benchmark.lastIndexOf('.');
    out.append("    <testcase classname=\"");
    out.append(XmlText.escape(method < 0 ? "" : benchmark.substring(0, method)));
    out.append("\" name=\"").append(XmlText.escape(name(row, benchmark.substring(method + 1))));
    out.append("\" time=\"0\">\n");
    String outcome = XmlText.escape(RowText.outcome(row));
    if (row.bad()) {
      out.append("      <failure type=\"").append(RowText.word(row.state()));
      out.append("\" message=\"").append(outcome).append("\"/>\n");
    } else if (skipped(row)) {
      out.append("      <skipped message=\"").append(outcome).append("\"/>\n");
    } else {
      out.append("      <system-out>").append(outcome).append("</system-out>\n");
    }
    out.append("    </testcase>\n");
  }

  private static String name(Row row, String method) {
    String params = row.key().describeParams();
    int threads = row.key().threads();
    return method
        + (params.isEmpty() ? "" : " " + params)
        + " "
        + row.key().mode()
        + (threads == 1 ? "" : ", " + threads + " threads")
        + (row.metric().equals(Metric.PRIMARY) ? "" : ", " + row.metric());
  }
}
