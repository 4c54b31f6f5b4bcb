package org.calque.launcher;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.calque.runtime.Library;
import org.calque.verify.Agreement;
import org.calque.verify.Declared;
import org.calque.verify.Verdict;

/** Says what a verification found. */
final class VerifyReport {
  /** Differences of a workload that are printed unless all are asked for. */
  private static final int FIRST = 20;

  /** Columns of a label. */
  private static final int WIDTH = 11;

  private final Library library;
  private final boolean showsAll;
  private final PrintStream out;

  VerifyReport(Library library, boolean showsAll, PrintStream out) {
    this.library = library;
    this.showsAll = showsAll;
    this.out = out;
  }

  /** Prints what is to be said of a workload. */
  void print(Manifest workload, Verification verification) {
    out.println(
        "%s: one step on %s %s (%s), against %s"
            .formatted(
                workload.workload(),
                library.name(),
                library.version(),
                library.origin(),
                workload.source().file()));
    if (verification.failure() == null) {
      print(workload, verification.verdict());
    } else {
      line("fails", verification.failure());
    }
  }

  private void print(Manifest workload, Verdict verdict) {
    line("left out", number(verdict.leftOut()) + " recorded operators");
    line("operators", text(verdict.operators()));
    line("inside", text(verdict.inside()));
    line(
        "tensors",
        number(verdict.tensors()) + " on " + number(verdict.memories()) + " pieces of memory");
    remarks(workload);
    for (Declared kind : Declared.values()) {
      if (verdict.declared().containsKey(kind)) {
        String count = number(verdict.declared().get(kind));
        line("declared", kind.id() + " " + count + ": " + kind.reason());
      }
    }
    int all = verdict.differences().size();
    int shown = showsAll ? all : Math.min(all, FIRST);
    verdict.differences().stream()
        .limit(shown)
        .forEach(difference -> line("differs", difference.toString()));
    if (shown < all) {
      line("differs", number(all - shown) + " more; --all prints them");
    }
  }

  private static String text(Agreement agreement) {
    return number(agreement.agreeing()) + " of " + number(agreement.compared()) + " agree";
  }

  private static String number(int number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** How the program differs from a plain reading of the trace, as the generator has said. */
  private void remarks(Manifest workload) {
    Map<String, Integer> counts = new TreeMap<>();
    workload.remarks().forEach(remark -> counts.merge(remark.kind(), remark.count(), Integer::sum));
    if (!counts.isEmpty()) {
      line(
          "program",
          counts.entrySet().stream()
              .map(count -> count.getKey() + " " + number(count.getValue()))
              .collect(Collectors.joining(", ")));
    }
  }

  private void line(String label, String text) {
    out.println("  " + label + " ".repeat(WIDTH - label.length()) + text);
  }

  /** Prints the last line. */
  void printSum(int workloads, int agreeing) {
    out.println(agreeing + " of " + workloads + " workloads agree");
  }
}
