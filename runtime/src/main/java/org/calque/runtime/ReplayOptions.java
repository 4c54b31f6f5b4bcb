package org.calque.runtime;

/**
 * What can be chosen about a replay without generating it again. Every choice but the number of
 * threads has a default under which the replay does what the recording says.
 *
 * @param threads intra-operator threads of every native thread pool, at least 1
 * @param allocator what becomes of memory that operators free
 * @param lookups how rows are drawn that a step looks up in a table
 * @param pace whether the step waits between operators
 * @param lazy whether what exists before the step is allocated when it is first used
 * @param onBound runs when every operator is bound and no tensor is there yet
 */
public record ReplayOptions(
    int threads, Allocator allocator, Lookups lookups, Pace pace, boolean lazy, Runnable onBound) {
  static final Runnable NOTHING = () -> {};

  /** The defaults with a number of threads. */
  public static ReplayOptions of(int threads) {
    return new ReplayOptions(
        threads, Allocator.AS_RECORDED, Lookups.UNIFORM, Pace.OFF, false, NOTHING);
  }

  /**
   * The same with another allocator.
   *
   * @param word such as {@code retained}
   * @throws ReplayException if it is none of the words, naming them
   */
  public ReplayOptions withAllocator(String word) {
    return new ReplayOptions(threads, Allocator.named(word), lookups, pace, lazy, onBound);
  }

  /**
   * The same with another distribution of lookups.
   *
   * @param text such as {@code zipf:1.1}
   * @throws ReplayException if it is no distribution, naming those there are
   */
  public ReplayOptions withLookups(String text) {
    return new ReplayOptions(threads, allocator, Lookups.parse(text), pace, lazy, onBound);
  }

  /**
   * The same at another pace.
   *
   * @param word such as {@code recorded}
   * @throws ReplayException if it is none of the words, naming them
   */
  public ReplayOptions withPace(String word) {
    return new ReplayOptions(threads, allocator, lookups, Pace.named(word), lazy, onBound);
  }

  /** The same with allocation at the first use, or before the step. */
  public ReplayOptions withLazy(boolean allocateAtFirstUse) {
    return new ReplayOptions(threads, allocator, lookups, pace, allocateAtFirstUse, onBound);
  }

  /** The same with something to do when all is bound, such as to look how much memory that took. */
  public ReplayOptions withOnBound(Runnable action) {
    return new ReplayOptions(threads, allocator, lookups, pace, lazy, action);
  }

  /**
   * The settings of the allocator that the choice comes to.
   *
   * @param recorded those that the recording ran with
   */
  public AllocatorSettings allocatorSettings(AllocatorSettings recorded) {
    return allocator.settings(recorded);
  }
}
