package org.calque.runtime;

/**
 * What the slots of a session held at one moment. Holds on to those tensors, so that calls that
 * empty a slot free nothing.
 */
public interface Checkpoint {
  /**
   * Puts the remembered tensors back into their slots, empties all other slots, and copies the
   * contents of written storages back.
   */
  void restore();
}
