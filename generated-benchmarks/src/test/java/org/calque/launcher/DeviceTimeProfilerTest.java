package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import org.calque.runtime.DeviceTime;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;

/** How long a device worked stands beside the time on the clock, for an operation. */
class DeviceTimeProfilerTest {
  private static Collection<? extends Result<?>> results(long nanos, long operations) {
    DeviceTimeProfiler profiler = new DeviceTimeProfiler();
    DeviceTime.add(77);
    profiler.beforeIteration(null, null);
    DeviceTime.add(nanos);
    IterationResult iteration =
        new IterationResult(null, null, new IterationResultMetaData(operations, operations));
    return profiler.afterIteration(null, null, iteration);
  }

  @Test
  void theTimeOfAnIterationIsDividedByItsOperations() {
    assertThat(results(6_000_000, 4))
        .singleElement()
        .satisfies(
            result -> {
              assertThat(result.getLabel()).isEqualTo("device.time");
              assertThat(result.getScore()).isEqualTo(1.5);
              assertThat(result.getScoreUnit()).isEqualTo("ms/op");
            });
  }

  @Test
  void withoutADeviceThereIsNoResult() {
    assertThat(results(0, 4)).isEmpty();
  }
}
