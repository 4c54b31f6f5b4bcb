package org.calque.verify;

/**
 * Something in which a replay is not what was recorded.
 *
 * @param call node and operator, with those around it: {@code node 412 aten::linear > aten::addmm}
 * @param argument name of the argument or number of the result; empty where it is the call itself
 * @param expected what was recorded
 * @param found what the replay did
 * @param times how often
 */
public record Difference(String call, String argument, String expected, String found, int times) {

  /** The same, that many times. */
  Difference times(int newTimes) {
    return new Difference(call, argument, expected, found, newTimes);
  }

  @Override
  public String toString() {
    return call
        + (argument.isEmpty() ? "" : ", " + argument)
        + ": expected "
        + expected
        + ", found "
        + found
        + (times == 1 ? "" : " (" + times + " times)");
  }
}
