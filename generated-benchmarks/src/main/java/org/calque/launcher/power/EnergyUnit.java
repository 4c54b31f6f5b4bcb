package org.calque.launcher.power;

import java.util.concurrent.TimeUnit;

/**
 * The unit of energy per operation beside a unit of time: small operations take small energies, and
 * a unit that goes with the benchmark is the same in every run of it.
 */
enum EnergyUnit {
  MICROJOULE("uJ", 1e6),
  MILLIJOULE("mJ", 1e3),
  JOULE("J", 1);

  private final String symbol;
  private final double perJoule;

  EnergyUnit(String symbol, double perJoule) {
    this.symbol = symbol;
    this.perJoule = perJoule;
  }

  static EnergyUnit beside(TimeUnit time) {
    return switch (time) {
      case NANOSECONDS, MICROSECONDS -> MICROJOULE;
      case MILLISECONDS -> MILLIJOULE;
      default -> JOULE;
    };
  }

  String perOperation() {
    return symbol + "/op";
  }

  double of(double joules) {
    return joules * perJoule;
  }
}
