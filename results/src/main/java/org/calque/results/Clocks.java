package org.calque.results;

/**
 * Clocks of a machine's processors. What could not be found out is null.
 *
 * @param lowestMegahertz lowest clock that any CPU may be given, in MHz
 * @param highestMegahertz highest clock that any CPU may be given, which a limit may keep below
 *     {@link MachineSetting#maxMegahertz}
 * @param currentMegahertz clock of the first CPU when the run started
 * @param boost whether clocks above the nominal one are allowed: turbo or core performance boost
 */
public record Clocks(
    Integer lowestMegahertz, Integer highestMegahertz, Integer currentMegahertz, Boolean boost) {

  /** Nothing is known. */
  public static final Clocks UNKNOWN = new Clocks(null, null, null, null);
}
