package org.calque.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class MetricTest {
  @Test
  void aForkIsOneInnerListOfRawData() {
    Metric time = Metric.of(Samples.jmhRun("avgt-gc-6-forks").entries().get(0)).get(0);

    assertThat(time.primary()).isTrue();
    assertThat(time.unit()).isEqualTo("us/op");
    assertThat(time.sample().forks()).isEqualTo(6);
    assertThat(time.sample().forkMeans()[0])
        .isCloseTo((59.226196396396396 + 2.539148003472222 + 9.529886692015209) / 3, within(1e-12));
  }

  @Test
  void secondaryMetricsFollowInTheOrderOfTheRecord() {
    assertThat(Metric.of(Samples.jmhRun("avgt-gc-6-forks").entries().get(0)))
        .extracting(Metric::name)
        .containsExactly("primary", "gc.alloc.rate", "gc.alloc.rate.norm", "gc.count", "gc.time");
  }

  @Test
  void histogramsWeighEachValueByItsCount() {
    Metric time = Metric.of(Samples.jmhRun("sample-4-forks").entries().get(0)).get(0);

    assertThat(time.sample().forks()).isEqualTo(4);
    assertThat(Arrays.stream(time.sample().forkMeans()))
        .allMatch(mean -> mean > 1e-5 && mean < 1e-3);
  }

  @Test
  void withoutRawDataThereIsAScoreAndNoSample() {
    Metric rate = Metric.of(Samples.jmhRun("without-raw-data").entries().get(0)).get(0);

    assertThat(rate.sample()).isEqualTo(Sample.EMPTY);
    assertThat(rate.score()).isCloseTo(118179.88876588622, within(1e-9));
  }

  @Test
  void whatIsNotFiniteDoesNotCount() {
    Entry entry =
        primary("{'score':'NaN','scoreUnit':'J/op','rawData':[[1,'NaN',3],['NaN'],['+INF',5]]}");

    assertThat(Metric.of(entry).get(0).sample().forkMeans()).containsExactly(2.0, 5.0);
    assertThat(Metric.of(entry).get(0).score()).isNaN();
  }

  @Test
  void infiniteScoresAreRead() {
    Entry entry = primary("{'score':'+INF','scoreUnit':'ops/s','rawData':[]}");

    assertThat(Metric.of(entry).get(0).score()).isInfinite().isPositive();
  }

  @Test
  void aFailedEntryHasNoMetrics() {
    assertThat(Metric.of(Entry.failed(Samples.key("a.B.c"), "no memory"))).isEmpty();
  }

  private static Entry primary(String metric) {
    String record =
        "[{'benchmark':'a.B.c','mode':'avgt','threads':1,'primaryMetric':" + metric + "}]";
    return JmhFormat.entries(record.replace('\'', '"')).get(0);
  }
}
