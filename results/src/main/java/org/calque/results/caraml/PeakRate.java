package org.calque.results.caraml;

import java.util.regex.Pattern;

/**
 * The highest rate that a device is said to have for the precision of the runs, as its maker states
 * it.
 *
 * @param teraflops floating-point operations a second of one device, in 10^12; positive
 */
public record PeakRate(double teraflops) {
  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?([eE][-+]?\\d+)?");
  private static final String WRONG = " is not a positive number of TFLOP/s such as 989.5";
  private static final double TERA = 1e12;

  /**
   * Checks the number.
   *
   * @throws IllegalArgumentException when it is not positive or not finite
   */
  public PeakRate {
    if (!(teraflops > 0) || !Double.isFinite(teraflops)) {
      throw new IllegalArgumentException(teraflops + WRONG);
    }
  }

  /**
   * The rate that a text states, such as {@code 989.5}.
   *
   * @throws IllegalArgumentException with a message for a person when it states none
   */
  public static PeakRate parse(String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw new IllegalArgumentException("'" + text + "'" + WRONG);
    }
    return new PeakRate(Double.parseDouble(text));
  }

  /**
   * Model FLOP utilisation of one device, as a part of 1: items a second x operations that the
   * model asks for, for one item, / peak. The same for every vendor; what a device computes beyond
   * the model, such as recomputed activations, does not count.
   *
   * @param itemsPerSecond throughput of one device
   * @param flopsPerItem as the recording states it, with its formula
   * @see <a href="https://arxiv.org/abs/2204.02311">PaLM, appendix B</a>
   */
  double utilisation(double itemsPerSecond, double flopsPerItem) {
    return itemsPerSecond * flopsPerItem / (teraflops * TERA);
  }
}
