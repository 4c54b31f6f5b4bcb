package org.calque.trace;

import java.util.function.LongConsumer;

/**
 * How to read a trace.
 *
 * @param limits how large it may be
 * @param strict whether it has to be whole: damage is an error instead of being repaired
 * @param progress is told how many bytes of the file have been read, now and then
 */
public record ReadOptions(ReadLimits limits, boolean strict, LongConsumer progress) {
  /** Repairs what can be repaired. */
  public static final ReadOptions DEFAULT = new ReadOptions(ReadLimits.DEFAULT, false, bytes -> {});
}
