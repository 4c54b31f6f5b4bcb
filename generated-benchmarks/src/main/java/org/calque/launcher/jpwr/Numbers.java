package org.calque.launcher.jpwr;

import java.util.Locale;

/** Numbers as they stand in files; nothing for those that are not known. */
final class Numbers {
  private Numbers() {}

  /** Seconds and watts, to a millionth. */
  static String decimal(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.6f", value) : "";
  }

  /** Energies, which may be small. */
  static String significant(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.9g", value) : "";
  }
}
