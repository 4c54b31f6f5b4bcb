package org.calque.verify;

import com.carrotsearch.hppc.IntIntHashMap;
import com.carrotsearch.hppc.IntObjectHashMap;
import com.carrotsearch.hppc.LongHashSet;
import java.util.Optional;

/**
 * Checks that tensors share memory in the replay exactly where they do in the recording: each life
 * of memory in the one belongs to one in the other, and to no further one.
 */
final class SharedMemory {
  private static final int NONE = -1;
  private static final int NUMBER = -2;

  private final IntIntHashMap replayOf = new IntIntHashMap();
  private final IntIntHashMap sourceOf = new IntIntHashMap();
  private final IntObjectHashMap<Argument> firstOfReplay = new IntObjectHashMap<>();
  private final LongHashSet told = new LongHashSet();

  /** Lives of memory that the recording and the replay have in common. */
  int count() {
    return replayOf.size();
  }

  /**
   * A tensor that both traces have at the same place.
   *
   * @param source the life of memory that it lies on in the recording
   * @param replay the one in the replay
   * @return whether they belong to each other
   */
  boolean meet(int source, int replay, Argument place) {
    if (!replayOf.containsKey(source) && !sourceOf.containsKey(replay)) {
      replayOf.put(source, replay);
      sourceOf.put(replay, source);
      firstOfReplay.put(replay, place);
    }
    return replayOf.getOrDefault(source, NONE) == replay;
  }

  /** What is wrong with two lives that do not belong to each other; told once. */
  Optional<Mismatch> mismatch(int source, int replay) {
    if (!told.add((long) source << Integer.SIZE | replay)) {
      return Optional.empty();
    }
    int right = replayOf.getOrDefault(source, NONE);
    return Optional.of(
        new Mismatch(
            right == NONE ? "memory of its own" : "the memory of " + firstOfReplay.get(right),
            sourceOf.containsKey(replay)
                ? "the memory of " + firstOfReplay.get(replay)
                : "other memory"));
  }

  /** A number that was passed as a tensor: no tensor of the recording may lie on its memory. */
  void meetNumber(int replay, Argument place) {
    sourceOf.put(replay, NUMBER);
    firstOfReplay.put(replay, place);
  }
}
