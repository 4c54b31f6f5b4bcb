package org.calque.launcher.ruler;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Two measures of the machine: how fast a core computes and how fast memory answers. Both do the
 * same work in every version of Calque, so when they change, the machine did: another clock, a
 * neighbour on the same core or the same memory.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(6)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class Ruler {
  private static final int STEPS = 10_000;

  /** More than the caches of a core, so that most lines come from farther away. */
  private static final int INTS = 16 << 20;

  private long seed = 0x9E3779B97F4A7C15L;
  private int[] next;
  private int position;

  /**
   * Links all cells of an array into one circle, a cache line or more apart: a linear congruential
   * generator with these constants goes through all numbers below a power of two (Hull and Dobell,
   * 1962).
   */
  @Setup
  public void link() {
    next = new int[INTS];
    for (int i = 0; i < INTS; i++) {
      next[i] = (int) ((i * 1_664_525L + 1_013_904_223L) & (INTS - 1));
    }
  }

  /** A chain of shifts and multiplications, each of which waits for the one before. */
  @Benchmark
  @OperationsPerInvocation(STEPS)
  public long compute() {
    long x = seed;
    for (int i = 0; i < STEPS; i++) {
      x ^= x << 13;
      x ^= x >>> 7;
      x *= 0x2545F4914F6CDD1DL;
    }
    seed = x;
    return x;
  }

  /** A chain of loads in which each tells where the next one goes. */
  @Benchmark
  @OperationsPerInvocation(STEPS)
  public int memory() {
    int at = position;
    for (int i = 0; i < STEPS; i++) {
      at = next[at];
    }
    position = at;
    return at;
  }
}
