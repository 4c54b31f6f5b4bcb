package org.calque.runtime.power;

/**
 * Power integrated over a window by trapezoids, with values at both edges interpolated between the
 * samples around them. Nothing is filled in: before the first sample and after the last there is no
 * power, and the caller decides by the largest gap whether the sum stands.
 *
 * @param joules the area
 * @param least lowest power, edges included; NaN without samples
 * @param most highest power, edges included; NaN without samples
 * @param samples within the window
 * @param gap longest time without a sample that is part of the sum, in nanoseconds
 * @param covered time between the first and the last point of the sum, in nanoseconds
 */
record Integral(double joules, double least, double most, int samples, long gap, long covered) {

  static Integral of(PowerSeries.Part part, long from, long to) {
    double joules = 0;
    double least = Double.NaN;
    double most = Double.NaN;
    int samples = 0;
    long gap = 0;
    long covered = 0;
    long[] nanos = part.nanos();
    double[] watts = part.watts();
    for (int i = 0; i < nanos.length; i++) {
      if (nanos[i] - from >= 0 && nanos[i] - to <= 0) {
        samples++;
        least = smaller(least, watts[i]);
        most = larger(most, watts[i]);
      }
      if (i == 0) {
        continue;
      }
      long begin = Math.max(nanos[i - 1] - from, 0) + from;
      long end = to - Math.max(to - nanos[i], 0);
      if (end - begin <= 0) {
        continue;
      }
      double first = at(part, i, begin);
      double second = at(part, i, end);
      joules += (first + second) / 2 * ((end - begin) / 1e9);
      least = smaller(smaller(least, first), second);
      most = larger(larger(most, first), second);
      gap = Math.max(gap, nanos[i] - nanos[i - 1]);
      covered += end - begin;
    }
    return new Integral(joules, least, most, samples, gap, covered);
  }

  /** Power at a time between a sample and the one before it. */
  private static double at(PowerSeries.Part part, int i, long time) {
    long before = part.nanos()[i - 1];
    double share = (double) (time - before) / (part.nanos()[i] - before);
    double first = part.watts()[i - 1];
    return first + share * (part.watts()[i] - first);
  }

  private static double smaller(double known, double value) {
    return known <= value ? known : value; // NaN knows nothing
  }

  private static double larger(double known, double value) {
    return known >= value ? known : value;
  }
}
