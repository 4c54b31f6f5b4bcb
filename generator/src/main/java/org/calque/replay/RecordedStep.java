package org.calque.replay;

/**
 * One step of a recording that went over several, as the profiler's labels mark them.
 *
 * @param label text of the label, such as {@code ProfilerStep#6}; empty where the whole trace is
 *     one step
 * @param firstIndex position of its first node
 * @param endIndex one past the position of its last node
 * @param complete whether all of it is surely in the trace
 */
public record RecordedStep(String label, int firstIndex, int endIndex, boolean complete) {

  /** Whether the node at a position is part of it, on whatever thread. */
  public boolean contains(int index) {
    return firstIndex <= index && index < endIndex;
  }
}
