package org.calque.results.report;

import java.util.Collection;
import org.calque.results.BenchmarkKey;

/**
 * Names of benchmarks without the packages that all of them share.
 *
 * @param prefix what is left out: empty, or packages and a dot
 */
record BenchmarkNames(String prefix) {

  static BenchmarkNames of(Collection<String> benchmarks) {
    String common = null;
    for (String benchmark : benchmarks) {
      int method = benchmark.lastIndexOf('.');
      int type = method < 0 ? 0 : benchmark.lastIndexOf('.', method - 1) + 1;
      String packages = benchmark.substring(0, type);
      common = common == null ? packages : shared(common, packages);
    }
    return new BenchmarkNames(common == null ? "" : common);
  }

  private static String shared(String a, String b) {
    int end = 0;
    for (int i = 0; i < Math.min(a.length(), b.length()) && a.charAt(i) == b.charAt(i); i++) {
      end = a.charAt(i) == '.' ? i + 1 : end;
    }
    return a.substring(0, end);
  }

  String show(String benchmark) {
    return benchmark.startsWith(prefix) ? benchmark.substring(prefix.length()) : benchmark;
  }

  /** Such as {@code Mlp.step [batch=8] avgt, 2 threads}. */
  String show(BenchmarkKey key) {
    return show(key.toString());
  }
}
