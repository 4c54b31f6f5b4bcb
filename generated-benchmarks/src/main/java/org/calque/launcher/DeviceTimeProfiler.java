package org.calque.launcher;

import java.util.Collection;
import java.util.List;
import org.calque.runtime.DeviceTime;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Sets beside the time on the clock how long a device worked, by its own events, as a secondary
 * result. Says nothing where no device did.
 */
public final class DeviceTimeProfiler implements InternalProfiler {
  private static final double NANOS_PER_MILLI = 1e6;

  private long before;

  /** As JMH makes it. */
  public DeviceTimeProfiler() {}

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = DeviceTime.nanoseconds();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    long nanos = DeviceTime.nanoseconds() - before;
    long operations = result.getMetadata().getAllOps();
    return nanos == 0 || operations == 0
        ? List.of()
        : List.of(
            new ScalarResult(
                "device.time",
                nanos / NANOS_PER_MILLI / operations,
                "ms/op",
                AggregationPolicy.AVG));
  }

  @Override
  public String getDescription() {
    return "Time on the device by its own events";
  }
}
