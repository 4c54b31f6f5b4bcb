package org.calque.results;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How much of a workload's recorded step a run replays: its operators, and the kernels that have no
 * operator schema. Communication between processes is not replayed, and counted apart.
 *
 * @param device where it is replayed, such as {@code cpu}; null when unknown
 * @param exact calls that do the recorded work
 * @param approximate calls of other operators that do nearly the same work
 * @param skipped calls for which there is nothing to do on the device
 * @param impossible calls that cannot be made, and are left out
 * @param named operators and kernels that are not simply themselves, with the reason
 * @param communication calls of each kind of communication
 */
public record Coverage(
    String device,
    Amount exact,
    Amount approximate,
    Amount skipped,
    Amount impossible,
    List<Named> named,
    Map<String, Integer> communication) {

  /**
   * Some calls.
   *
   * @param calls how many
   * @param recordedNanos how long they took in the recording, in nanoseconds; 0 where it has no
   *     times
   */
  public record Amount(int calls, long recordedNanos) {
    /** No calls. */
    public static final Amount NONE = new Amount(0, 0);

    /** Both together. */
    public Amount plus(Amount other) {
      return new Amount(calls + other.calls, recordedNanos + other.recordedNanos);
    }
  }

  /**
   * Calls of one operator or kernel.
   *
   * @param name of the operator with its overload, or of the kernel
   * @param kind {@code exact}, {@code approximate}, {@code skipped} or {@code impossible}
   * @param amount how many calls, and how long
   * @param note by what it is replayed, or why it is not
   */
  public record Named(String name, String kind, Amount amount, String note) {}

  /** Fills in what is not there, and keeps communication in the order of names. */
  public Coverage {
    exact = exact == null ? Amount.NONE : exact;
    approximate = approximate == null ? Amount.NONE : approximate;
    skipped = skipped == null ? Amount.NONE : skipped;
    impossible = impossible == null ? Amount.NONE : impossible;
    named = Facts.list(named, "named");
    communication = Facts.sorted(communication, "communication");
  }

  /** All calls that count. */
  public Amount total() {
    return exact.plus(approximate).plus(skipped).plus(impossible);
  }

  /** Whether some of the step is left out. */
  public boolean partial() {
    return impossible.calls() > 0;
  }

  /** The share of the step that an amount is, by calls and, where it is known, by recorded time. */
  public String share(Amount amount) {
    Amount all = total();
    String calls = percent(amount.calls(), all.calls()) + " of calls";
    return all.recordedNanos() == 0
        ? calls
        : calls + ", " + percent(amount.recordedNanos(), all.recordedNanos()) + " of recorded time";
  }

  private static String percent(long part, long whole) {
    return String.format(Locale.ROOT, "%.2f %%", whole == 0 ? 0 : 100.0 * part / whole);
  }
}
