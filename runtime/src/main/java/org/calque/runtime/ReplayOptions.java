package org.calque.runtime;

import java.util.function.Consumer;

/**
 * What can be chosen about a replay without generating it again. Every choice but the number of
 * threads has a default under which the replay does what the recording says. Immutable: {@code
 * with} methods return another one.
 */
public final class ReplayOptions {
  private int threads;
  private String device = "auto";
  private Allocator allocator = Allocator.AS_RECORDED;
  private TypeSubstitutions types = TypeSubstitutions.NONE;
  private Uncovered uncovered = Uncovered.REFUSED;
  private Lookups lookups = Lookups.UNIFORM;
  private Pace pace = Pace.OFF;
  private boolean lazy;
  private Runnable onBound = () -> {};

  private ReplayOptions() {}

  /**
   * The defaults with a number of threads.
   *
   * @param threads intra-operator threads of every native thread pool, at least 1
   */
  public static ReplayOptions of(int threads) {
    ReplayOptions options = new ReplayOptions();
    options.threads = threads;
    return options;
  }

  private ReplayOptions with(Consumer<ReplayOptions> change) {
    ReplayOptions other = of(threads);
    other.device = device;
    other.allocator = allocator;
    other.types = types;
    other.uncovered = uncovered;
    other.lookups = lookups;
    other.pace = pace;
    other.lazy = lazy;
    other.onBound = onBound;
    change.accept(other);
    return other;
  }

  /**
   * The same on another device.
   *
   * @param word as {@link Engine#device} takes it, which also says whether it is there
   */
  public ReplayOptions withDevice(String word) {
    return with(other -> other.device = word);
  }

  /**
   * The same with another allocator.
   *
   * @param word such as {@code retained}
   * @throws ReplayException if it is none of the words, naming them
   */
  public ReplayOptions withAllocator(String word) {
    return with(other -> other.allocator = Allocator.named(word));
  }

  /**
   * The same with other element types in place of some.
   *
   * @param text such as {@code float16=float32}
   * @throws ReplayException if it is no substitution, saying how one is written
   */
  public ReplayOptions withTypes(String text) {
    return with(other -> other.types = TypeSubstitutions.parse(text));
  }

  /**
   * The same with operators left out that the engine cannot run, or not.
   *
   * @param word {@code refused} or {@code skipped}
   * @throws ReplayException if it is none of the words, naming them
   */
  public ReplayOptions withUncovered(String word) {
    return with(other -> other.uncovered = Uncovered.named(word));
  }

  /**
   * The same with another distribution of lookups.
   *
   * @param text such as {@code zipf:1.1}
   * @throws ReplayException if it is no distribution, naming those there are
   */
  public ReplayOptions withLookups(String text) {
    return with(other -> other.lookups = Lookups.parse(text));
  }

  /**
   * The same at another pace.
   *
   * @param word such as {@code recorded}
   * @throws ReplayException if it is none of the words, naming them
   */
  public ReplayOptions withPace(String word) {
    return with(other -> other.pace = Pace.named(word));
  }

  /** The same with allocation at the first use, or before the step. */
  public ReplayOptions withLazy(boolean allocateAtFirstUse) {
    return with(other -> other.lazy = allocateAtFirstUse);
  }

  /** The same with something to do when all is bound, such as to look how much memory that took. */
  public ReplayOptions withOnBound(Runnable action) {
    return with(other -> other.onBound = action);
  }

  /** Intra-operator threads of every native thread pool. */
  public int threads() {
    return threads;
  }

  /** Where operators run, as the user says it. */
  public String device() {
    return device;
  }

  /** What becomes of memory that operators free. */
  public Allocator allocator() {
    return allocator;
  }

  /** Element types that take the place of others. */
  public TypeSubstitutions types() {
    return types;
  }

  /** What becomes of operators that the engine cannot run. */
  public Uncovered uncovered() {
    return uncovered;
  }

  /** How rows are drawn that a step looks up in a table. */
  public Lookups lookups() {
    return lookups;
  }

  /** Whether the step waits between operators. */
  public Pace pace() {
    return pace;
  }

  /** Whether what exists before the step is allocated when it is first used. */
  public boolean lazy() {
    return lazy;
  }

  /** Runs when every operator is bound and no tensor is there yet. */
  public Runnable onBound() {
    return onBound;
  }
}
