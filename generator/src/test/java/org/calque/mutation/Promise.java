package org.calque.mutation;

/** What must come of a mutation. */
enum Promise {
  /** Nothing is wrong with the file: no repair, and the same program. */
  WHOLE,
  /** It is repaired to the same program. */
  SAME,
  /** It is repaired to the same program, but for the names of modules. */
  RELABELLED,
  /** Every operator whose node was complete before the damage is there. */
  KEPT,
  /** It is read, whatever comes out. */
  READ,
  /** It is read, or refused in one line. */
  ANYTHING
}
