package org.calque.runtime.power;

/** How the energy of a window was found. */
public enum Method {
  /** The difference of an energy counter. */
  COUNTER("counter"),
  /** Power of the instant, integrated. */
  INSTANT("integral of instant power"),
  /** Averages of power over the last while, integrated: late by half that while. */
  AVERAGE("integral of average power");

  private final String words;

  Method(String words) {
    this.words = words;
  }

  /** The method that integrates what this gauge gives. */
  static Method of(PowerGauge gauge) {
    return gauge.instant() ? INSTANT : AVERAGE;
  }

  /** For a person. */
  public String words() {
    return words;
  }
}
