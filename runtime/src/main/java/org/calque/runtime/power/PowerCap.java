package org.calque.runtime.power;

/**
 * A bound that hardware or firmware keeps to, whoever measures.
 *
 * @param source the word of the source that tells it, such as {@code rapl}
 * @param device as a sensor of it is called, and which of its bounds where it has several: {@code
 *     package-0 long_term}
 * @param watts most power that it may draw
 */
public record PowerCap(String source, String device, double watts) {
  /** The name in results: {@code rapl.package-0 long_term}. */
  public String id() {
    return source + "." + device;
  }
}
