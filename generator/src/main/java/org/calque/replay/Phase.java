package org.calque.replay;

import java.util.List;

/**
 * A run of steps that the trace marks: forward, backward, optimizer.
 *
 * @param name such as {@code forward}; a second one of a kind is {@code forward2}
 * @param from first step
 * @param to one past the last step
 * @param written a slot for each storage that exists when the phase begins and that it writes
 */
public record Phase(String name, int from, int to, List<Integer> written) {
  /** Copies the list. */
  public Phase {
    written = List.copyOf(written);
  }
}
