package org.calque.results;

import java.math.BigDecimal;

/**
 * A bound of power that hardware or firmware keeps to.
 *
 * @param name what it bounds, such as {@code rapl.package-0 long_term} or {@code nvml.gpu0}
 * @param watts most power
 */
public record PowerCap(String name, double watts) {

  /** A bound has a name. */
  public PowerCap {
    Facts.required(name, "name");
  }

  /** Such as {@code 125 W (rapl.package-0 long_term)}. */
  public String text() {
    return BigDecimal.valueOf(watts).stripTrailingZeros().toPlainString() + " W (" + name + ")";
  }
}
