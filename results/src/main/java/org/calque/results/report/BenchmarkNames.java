package org.calque.results.report;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.calque.results.BenchmarkKey;

/**
 * Names of benchmarks without what all of them share.
 *
 * @param prefix packages and a dot; empty for none
 * @param common parameters, and the mode, that have one value for all
 */
record BenchmarkNames(String prefix, Map<String, String> common) {
  private static final String MODE = "mode";

  static BenchmarkNames of(Collection<BenchmarkKey> keys) {
    String prefix = null;
    Map<String, String> common = null;
    for (BenchmarkKey key : keys) {
      String benchmark = key.benchmark();
      int method = benchmark.lastIndexOf('.');
      int type = method < 0 ? 0 : benchmark.lastIndexOf('.', method - 1) + 1;
      String packages = benchmark.substring(0, type);
      prefix = prefix == null ? packages : shared(prefix, packages);
      Map<String, String> settings = settings(key);
      if (common == null) {
        common = settings;
      } else {
        common.entrySet().retainAll(settings.entrySet());
      }
    }
    return new BenchmarkNames(prefix == null ? "" : prefix, common == null ? Map.of() : common);
  }

  private static Map<String, String> settings(BenchmarkKey key) {
    Map<String, String> settings = new TreeMap<>(key.params());
    settings.putIfAbsent(MODE, key.mode());
    settings.putIfAbsent("JMH threads", Integer.toString(key.threads()));
    return settings;
  }

  private static String shared(String a, String b) {
    int end = 0;
    for (int i = 0; i < Math.min(a.length(), b.length()) && a.charAt(i) == b.charAt(i); i++) {
      end = a.charAt(i) == '.' ? i + 1 : end;
    }
    return a.substring(0, end);
  }

  /** Such as {@code Mlp.step · batch=8, mode=avgt}. */
  String show(BenchmarkKey key) {
    String name = key.benchmark().substring(prefix.length());
    String settings =
        settings(key).entrySet().stream()
            .filter(setting -> !setting.getValue().equals(common.get(setting.getKey())))
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining(", "));
    return settings.isEmpty() ? name : name + " · " + settings;
  }

  /** {@code All with batch=8, mode=avgt.}; empty for nothing. */
  String describeCommon() {
    return common.isEmpty()
        ? ""
        : common.entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining(", ", " All with ", "."));
  }
}
