package org.calque.results.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.calque.results.Metric;
import org.calque.results.Sample;
import org.calque.results.Samples;
import org.calque.results.WorkloadFacts;
import org.calque.results.report.Estimate.Basis;
import org.junit.jupiter.api.Test;

final class EstimateTest {
  @Test
  void theIntervalIsStudentsOverForks() {
    Estimate estimate = Estimate.of(metric(20, Sample.ofForkMeans(18, 20, 22)));

    // t of 2 degrees of freedom at 97.5 % is 4.3027, the standard error 2 / sqrt(3)
    assertThat(estimate.basis()).isEqualTo(Basis.FORKS);
    assertThat(estimate.low()).isCloseTo(20 - 4.30265 * 2 / Math.sqrt(3), within(1e-4));
    assertThat(estimate.high()).isCloseTo(20 + 4.30265 * 2 / Math.sqrt(3), within(1e-4));
    assertThat(estimate.forks()).isEqualTo(3);
  }

  @Test
  void ofOneForkItIsOverIterationsAndSaysSo() {
    Estimate estimate = Estimate.of(metric(20, Sample.of(List.of(new double[] {19, 20, 21}))));

    assertThat(estimate.basis()).isEqualTo(Basis.ITERATIONS);
    assertThat(estimate.basis().words()).contains("too narrow");
    assertThat(estimate.iterations()).isEqualTo(3);
  }

  @Test
  void oneValueOrNoneHasNoInterval() {
    assertThat(Estimate.of(metric(20, Sample.ofForkMeans(20))).hasInterval()).isFalse();
    assertThat(Estimate.of(metric(Double.NaN, Sample.EMPTY)).hasInterval()).isFalse();
    assertThat(Estimate.of(metric(20, Sample.ofForkMeans(20))).words("us/op"))
        .isEqualTo("20.00 us/op");
  }

  @Test
  void aSumHasNoIntervalOfItsParts() {
    assertThat(Estimate.of(metric(60, Sample.ofForkMeans(20, 20, 20))).hasInterval()).isFalse();
  }

  @Test
  void timesDoNotGoBelowZero() {
    Estimate estimate = Estimate.of(metric(50, Sample.ofForkMeans(1, 99)));

    assertThat(estimate.low()).isZero();
    assertThat(rate("step", "us/op", estimate).estimate().high()).isInfinite();
  }

  @Test
  void itemsASecondComeFromTimesAndFromRates() {
    Estimate four = Estimate.of(metric(4, Sample.ofForkMeans(3.9, 4, 4.1)));

    ItemRate ofTime = rate("step", "ms/op", four);
    ItemRate ofRate = rate("step", "ops/s", four);

    assertThat(ofTime.unit()).isEqualTo("image/s");
    assertThat(ofTime.estimate().value()).isCloseTo(8000, within(1e-6));
    assertThat(ofTime.estimate().low()).isLessThan(8000);
    assertThat(ofTime.estimate().high()).isGreaterThan(8000);
    assertThat(ofRate.estimate().value()).isCloseTo(128, within(1e-9));
  }

  @Test
  void partsOfAStepAndOtherUnitsHaveNoItems() {
    Estimate four = Estimate.of(metric(4, Sample.EMPTY));

    assertThat(ItemRate.of("forward", Samples.WORKLOAD, "ms/op", four)).isEmpty();
    assertThat(ItemRate.of("step", Samples.WORKLOAD, "J/op", four)).isEmpty();
    assertThat(ItemRate.of("step", null, "ms/op", four)).isEmpty();
    WorkloadFacts unknown =
        new WorkloadFacts("x", null, null, null, null, 0, null, List.of(), null);
    assertThat(ItemRate.of("step", unknown, "ms/op", four)).isEmpty();
  }

  private static ItemRate rate(String method, String unit, Estimate estimate) {
    return ItemRate.of(method, Samples.WORKLOAD, unit, estimate).orElseThrow();
  }

  private static Metric metric(double score, Sample sample) {
    return new Metric("primary", "us/op", score, sample);
  }
}
