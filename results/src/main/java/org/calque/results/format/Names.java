package org.calque.results.format;

import java.util.Collection;
import java.util.List;
import org.calque.results.BenchmarkKey;
import org.calque.results.Run;

/**
 * Names of benchmarks without the packages that all of them share.
 *
 * @param prefix what is left out: empty, or packages and a dot
 */
public record Names(String prefix) {

  /** Without the packages that all of these names share. */
  public static Names of(Collection<String> benchmarks) {
    String common = null;
    for (String benchmark : benchmarks) {
      String packages = benchmark.substring(0, classStart(benchmark));
      common = common == null ? packages : shared(common, packages);
    }
    return new Names(common == null ? "" : common);
  }

  /** Without the packages that all benchmarks of a run share. */
  public static Names of(Run run) {
    List<String> names = run.entries().stream().map(e -> e.benchmark()).toList();
    return of(names);
  }

  /** Where {@code Class.method} begins. */
  private static int classStart(String benchmark) {
    int method = benchmark.lastIndexOf('.');
    return method < 0 ? 0 : benchmark.lastIndexOf('.', method - 1) + 1;
  }

  private static String shared(String a, String b) {
    int end = 0;
    for (int i = 0; i < Math.min(a.length(), b.length()) && a.charAt(i) == b.charAt(i); i++) {
      end = a.charAt(i) == '.' ? i + 1 : end;
    }
    return a.substring(0, end);
  }

  /** Such as {@code Mlp.step [batch=8] (2 threads)}. */
  public String show(BenchmarkKey key) {
    String params = key.describeParams();
    return strip(key.benchmark())
        + (params.isEmpty() ? "" : " " + params)
        + (key.threads() == 1 ? "" : " (" + key.threads() + " threads)");
  }

  /** The text, which begins with a benchmark, without the shared packages. */
  public String strip(String text) {
    return text.startsWith(prefix) ? text.substring(prefix.length()) : text;
  }
}
