package org.calque.verify;

import java.util.List;
import java.util.Map;

/**
 * What a comparison found.
 *
 * @param leftOut recorded operators that the replay has nothing of
 * @param operators calls that the replay is made of
 * @param inside operators that these called
 * @param tensors tensors that were compared, at each place where one is passed or returned
 * @param memories pieces of memory that these lie on, in their lifetimes
 * @param declared differences that are no mistakes, with their count
 * @param differences all others
 */
public record Verdict(
    int leftOut,
    Agreement operators,
    Agreement inside,
    int tensors,
    int memories,
    Map<Declared, Integer> declared,
    List<Difference> differences) {

  /** Copies map and list. */
  public Verdict {
    declared = Map.copyOf(declared);
    differences = List.copyOf(differences);
  }

  /** Whether the replay did what was recorded. */
  public boolean agrees() {
    return differences.isEmpty();
  }
}
