package org.calque.launcher.power;

import java.util.Collection;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.Aggregator;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.util.ListStatistics;
import org.openjdk.jmh.util.Statistics;

/**
 * A secondary result that is the mean of the iterations that have it. JMH's own takes the others
 * for 0, which halves the energy of a benchmark when half of its iterations could not be measured.
 */
final class MeasuredResult extends Result<MeasuredResult> {
  private static final long serialVersionUID = 1L;

  MeasuredResult(String label, double value, String unit) {
    this(label, of(value), unit);
  }

  private MeasuredResult(String label, Statistics values, String unit) {
    super(ResultRole.SECONDARY, label, values, unit, AggregationPolicy.AVG);
  }

  @Override
  protected Aggregator<MeasuredResult> getThreadAggregator() {
    return MeasuredResult::joined;
  }

  @Override
  protected Aggregator<MeasuredResult> getIterationAggregator() {
    return MeasuredResult::joined;
  }

  private static MeasuredResult joined(Collection<MeasuredResult> results) {
    ListStatistics values = new ListStatistics();
    results.forEach(result -> values.addValue(result.getScore()));
    MeasuredResult any = results.iterator().next();
    return new MeasuredResult(any.label, values, any.unit);
  }
}
