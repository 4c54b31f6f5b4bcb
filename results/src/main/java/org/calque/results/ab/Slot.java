package org.calque.results.ab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One process of an experiment: a fork of every benchmark of one arm.
 *
 * @param number its place in the order, from 1
 * @param arm whose jar runs
 */
public record Slot(int number, Arm arm) {

  /**
   * The slots of an experiment in the order A B B A A B B A …: each arm is as often first as
   * second, so that a machine that gets slower at an even pace slows both by the same.
   *
   * @param forks of each arm
   */
  public static List<Slot> inOrder(int forks) {
    List<Slot> slots = new ArrayList<>();
    for (int pair = 0; pair < forks; pair++) {
      boolean baseFirst = pair % 2 == 0;
      slots.add(new Slot(2 * pair + 1, baseFirst ? Arm.BASE : Arm.HEAD));
      slots.add(new Slot(2 * pair + 2, baseFirst ? Arm.HEAD : Arm.BASE));
    }
    return slots;
  }

  /** What the names of its files begin with: {@code 03-head}. */
  String fileName() {
    return String.format(Locale.ROOT, "%02d-%s", number, arm.word());
  }
}
