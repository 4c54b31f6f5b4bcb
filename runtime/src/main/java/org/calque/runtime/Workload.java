package org.calque.runtime;

/**
 * One replayable step, as every generated benchmark class offers it beside its JMH methods. All
 * methods belong to the thread that opened it.
 */
public interface Workload extends AutoCloseable {

  /**
   * Opens a replay on the engine of the class path and binds it.
   *
   * @param options what the user chose
   * @throws ReplayException if something cannot be bound; the message names and counts it
   */
  void open(ReplayOptions options);

  /**
   * Materialises the tensors and binds every operator.
   *
   * @param replay a fresh replay with as many slots as the program; closed with this workload
   * @throws ReplayException if something cannot be bound; the message names and counts it
   */
  void bind(Replay replay);

  /** Replays the recorded step once. */
  void step();

  /** What the workload replays on, once open; for checks. */
  Replay replay();

  /** Frees everything. */
  @Override
  void close();
}
