package org.calque.results.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.calque.results.BenchmarkKey;
import org.junit.jupiter.api.Test;

final class NamesTest {
  @Test
  void sharedPackagesAreLeftOut() {
    Names names = Names.of(List.of("org.a.b.Mlp.step", "org.a.bc.Mlp.step"));

    assertThat(names.strip("org.a.b.Mlp.step")).isEqualTo("b.Mlp.step");
  }

  @Test
  void aSingleBenchmarkKeepsItsClass() {
    assertThat(Names.of(List.of("org.a.Mlp.step")).strip("org.a.Mlp.step")).isEqualTo("Mlp.step");
  }

  @Test
  void oddNamesStay() {
    assertThat(Names.of(List.of("step", "a.b")).strip("step")).isEqualTo("step");
    assertThat(Names.of(List.of()).strip("a.b.c")).isEqualTo("a.b.c");
  }

  @Test
  void parametersAndThreadsAreShown() {
    BenchmarkKey key = new BenchmarkKey("a.B.c", "avgt", 2, Map.of("n", "8", "b", "x"));

    assertThat(Names.of(List.of("a.B.c")).show(key)).isEqualTo("B.c [b=x, n=8] (2 threads)");
  }
}
