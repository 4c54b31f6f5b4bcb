package org.calque.results.report;

import java.util.ArrayList;
import java.util.List;
import org.calque.results.MeasuredPower;

/**
 * Power over time as a line that a page can carry. A trace of many samples is drawn by the lowest
 * and the highest of each few in a row, so that no spike is lost; where samples are missing the
 * line breaks.
 */
final class PowerTrace {
  /** A chart is some five hundred dots wide; each stretch has two samples. */
  private static final int STRETCHES = 250;

  /** As the longest gap that an integral spans: ten periods, and a second at least. */
  private static final double PERIODS = 10;

  private static final double LEAST_GAP_SECONDS = 1;

  private final List<Double> times;
  private final List<Double> power;
  private final List<Double> seconds = new ArrayList<>();
  private final List<Double> watts = new ArrayList<>();

  private PowerTrace(MeasuredPower.Sampling sampling) {
    int samples = Math.min(sampling.seconds().size(), sampling.watts().size());
    this.times = sampling.seconds().subList(0, samples);
    this.power = sampling.watts().subList(0, samples);
  }

  /** The line of a sensor, whose period is what it is known to be; null when it is not. */
  static Chart.PowerLine of(MeasuredPower.Sampling sampling, Double period, String name) {
    PowerTrace trace = new PowerTrace(sampling);
    trace.draw(period == null ? LEAST_GAP_SECONDS : Math.max(LEAST_GAP_SECONDS, PERIODS * period));
    return new Chart.PowerLine(name, trace.seconds, trace.watts);
  }

  private void draw(double longestGap) {
    int stretch = Math.max(1, times.size() / STRETCHES);
    int from = 0;
    for (int i = 1; i <= times.size(); i++) {
      boolean gap = i < times.size() && times.get(i) - times.get(i - 1) > longestGap;
      if (gap || i == times.size() || i - from == stretch) {
        extremes(from, i);
        from = i;
      }
      if (gap) {
        seconds.add(times.get(i - 1));
        watts.add(Double.NaN);
      }
    }
  }

  /** The lowest and the highest of these samples, in the order of time. */
  private void extremes(int from, int to) {
    int least = from;
    int most = from;
    for (int i = from; i < to; i++) {
      least = power.get(i) < power.get(least) ? i : least;
      most = power.get(i) > power.get(most) ? i : most;
    }
    add(Math.min(least, most));
    if (least != most) {
      add(Math.max(least, most));
    }
  }

  private void add(int sample) {
    seconds.add(times.get(sample));
    watts.add(power.get(sample));
  }
}
