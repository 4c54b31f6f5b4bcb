package org.calque.report;

import java.util.Locale;

/** Values as people read them, the same in every locale. */
final class Quantities {
  private static final String[] SIZES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  private static final String[] WORK = {
    "FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP", "PFLOP", "EFLOP"
  };
  private static final String[] TIMES = {"ns", "us", "ms", "s"};

  private Quantities() {}

  static String show(Cell cell) {
    if (cell instanceof Cell.Words words) {
      return Printable.of(words.text());
    } else if (cell instanceof Cell.Name name) {
      return Printable.of(name.text());
    } else if (cell instanceof Cell.Count count) {
      return String.format(Locale.ROOT, "%,d", count.value());
    } else if (cell instanceof Cell.Id id) {
      return Long.toString(id.value());
    } else if (cell instanceof Cell.Bytes bytes) {
      return scaled(bytes.value(), 1024, SIZES);
    } else if (cell instanceof Cell.Nanos nanos) {
      return scaled(nanos.value(), 1000, TIMES);
    } else if (cell instanceof Cell.Flops flops) {
      return flops.value() == 0 ? "-" : scaled(flops.value(), 1000, WORK);
    } else if (cell instanceof Cell.FlopsPerSecond rate) {
      return rate.value() == 0 ? "-" : scaled(rate.value(), 1000, WORK) + "/s";
    } else if (cell instanceof Cell.Share share) {
      return String.format(Locale.ROOT, "%.1f %%", share.value() * 100);
    }
    return "-";
  }

  /** One decimal in the largest unit of which there is at least one; whole in the smallest. */
  private static String scaled(double value, int step, String[] units) {
    int unit = 0;
    double rest = value;
    while (unit < units.length - 1 && Math.abs(rest) >= step - 0.05) {
      rest /= step;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%,.0f %s" : "%,.1f %s", rest, units[unit]);
  }
}
