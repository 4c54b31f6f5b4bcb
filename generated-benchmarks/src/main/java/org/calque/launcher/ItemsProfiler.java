package org.calque.launcher;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Sets beside the time of a whole step the items that it processes in a second, such as tokens or
 * images, all threads together.
 */
public final class ItemsProfiler implements InternalProfiler {
  private final StepItems items;

  /**
   * As JMH makes it.
   *
   * @param items the text of {@link StepItems}
   */
  public ItemsProfiler(String items) {
    this.items = StepItems.parse(items);
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    // JMH measures the time itself.
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    if (result.getRawPrimaryResults().isEmpty()) {
      return List.of(); // the benchmark failed, which JMH tells next
    }
    return items
        .of(benchmark.getBenchmark())
        .map(
            ofStep ->
                new ScalarResult(
                    "throughput",
                    stepsPerSecond(benchmark, result.getPrimaryResult().getScore())
                        * ofStep.count(),
                    ofStep.unit() + "/s",
                    AggregationPolicy.AVG))
        .map(List::of)
        .orElse(List.of());
  }

  /** By the time that JMH measured itself. */
  private static double stepsPerSecond(BenchmarkParams benchmark, double score) {
    double units = (double) TimeUnit.SECONDS.toNanos(1) / benchmark.getTimeUnit().toNanos(1);
    return benchmark.getMode() == Mode.Throughput
        ? score * units
        : benchmark.getThreads() * units / score;
  }

  @Override
  public String getDescription() {
    return "Items that whole steps process in a second";
  }
}
