package org.calque.results.report;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.calque.results.BenchmarkKey;
import org.calque.results.format.CommonSettings;
import org.calque.results.format.Names;

/**
 * Names of benchmarks without what all of them share.
 *
 * @param names without the packages
 * @param common parameters, and the mode, that have one value for all
 */
record BenchmarkNames(Names names, CommonSettings common) {
  private static final String MODE = "mode";

  static BenchmarkNames of(Collection<BenchmarkKey> keys) {
    Names names = Names.of(keys.stream().map(BenchmarkKey::benchmark).toList());
    return new BenchmarkNames(
        names, CommonSettings.of(keys.stream().map(BenchmarkNames::settings).toList()));
  }

  private static Map<String, String> settings(BenchmarkKey key) {
    Map<String, String> settings = new TreeMap<>(key.params());
    settings.putIfAbsent(MODE, key.mode());
    settings.putIfAbsent("JMH threads", Integer.toString(key.threads()));
    return settings;
  }

  /** Such as {@code Mlp.step · batch=8, mode=avgt}. */
  String show(BenchmarkKey key) {
    String name = names.strip(key.benchmark());
    String settings = CommonSettings.describe(common.others(settings(key)));
    return settings.isEmpty() ? name : name + " · " + settings;
  }

  /** {@code All with batch=8, mode=avgt.}; empty for nothing. */
  String describeCommon() {
    return common.values().isEmpty() ? "" : " All with " + common + ".";
  }
}
