package org.calque.inspect;

import java.util.Comparator;

/** By what tables of operators are sorted. */
public enum Order {
  /** By device time if there is any, else by CPU time, else by calls; signatures by FLOPs then. */
  AUTO,
  /** By number of calls. */
  CALLS,
  /** By CPU time. */
  TIME,
  /** By time on devices. */
  DEVICE,
  /** By bytes of operands and results. */
  BYTES,
  /** By floating-point operations. */
  FLOPS;

  Comparator<Amounts> largestFirst() {
    Comparator<Amounts> order =
        switch (this) {
          case TIME -> Comparator.comparingLong(Amounts::nanos);
          case DEVICE ->
              Comparator.comparingLong(Amounts::deviceNanos).thenComparingLong(Amounts::nanos);
          case BYTES -> Comparator.comparingLong(Amounts::bytes);
          case FLOPS -> Comparator.comparingDouble(Amounts::flops);
          case AUTO, CALLS -> Comparator.comparingLong(Amounts::calls);
        };
    return order.thenComparingDouble(Amounts::flops).thenComparingLong(Amounts::bytes).reversed();
  }

  /** What the tables say above their rows. */
  String words() {
    return switch (this) {
      case TIME -> "by CPU time";
      case DEVICE -> "by device time";
      case BYTES -> "by bytes";
      case FLOPS -> "by FLOPs";
      case AUTO, CALLS -> "by calls";
    };
  }
}
