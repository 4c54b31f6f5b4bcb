package org.calque.runtime.power;

/**
 * A kind of sensor, such as NVML or RAPL. Whether a machine has any is found by looking, never
 * assumed from its vendor. Implementations are listed for {@link java.util.ServiceLoader}.
 */
public interface PowerSource {
  /** The word that options and results call it by, such as {@code nvml}. */
  String name();

  /** What it measures and by which interface, in one line. */
  String description();

  /**
   * Looks for sensors. A machine that lacks them is no error: what is not there is not mentioned,
   * and what is there but cannot be read is among the {@link Findings#unavailable}.
   */
  Findings find(PowerSearch search);
}
