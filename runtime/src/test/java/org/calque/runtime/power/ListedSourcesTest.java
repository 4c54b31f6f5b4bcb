package org.calque.runtime.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The sources that are found without being named. */
class ListedSourcesTest {
  @Test
  void sourcesAreListed() {
    assertThat(ServiceLoader.load(PowerSource.class))
        .extracting(PowerSource::name)
        .contains("rapl", "hwmon", "battery", "command", "gcipuinfo", "nvml", "rocm");
  }

  @Test
  @DisplayName("Case 31: no source fails on a machine that has nothing of it")
  void eachLooksAtThisMachineWithoutFailing() {
    for (PowerSource source : ServiceLoader.load(PowerSource.class)) {
      assertThat(source.description()).isNotEmpty();
      Findings findings = source.find(PowerSearch.here());
      findings.sensors().forEach(Sensor::close);
      assertThat(findings.sensors()).allMatch(s -> s.facts().source().equals(source.name()));
      assertThat(findings.unavailable()).allMatch(u -> u.source().equals(source.name()));
    }
  }
}
