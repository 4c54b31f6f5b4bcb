package org.calque.cli;

import java.util.function.LongConsumer;
import org.calque.trace.ReadLimits;
import org.calque.trace.ReadOptions;
import picocli.CommandLine.Option;

/** The options that say how traces are read. */
final class ReadingOptions {
  @Option(
      names = "--strict",
      description = "Refuse a trace that is damaged instead of repairing it.")
  private boolean strict;

  @Option(
      names = "--max-nesting",
      paramLabel = "N",
      converter = Amount.class,
      description = "How deep lists may lie inside each other.")
  private Long nesting;

  @Option(
      names = "--max-string",
      paramLabel = "BYTES",
      converter = Amount.class,
      description = "How long one text may be.")
  private Long string;

  @Option(
      names = "--max-nodes",
      paramLabel = "N",
      converter = Amount.class,
      description = "How many nodes a trace may have.")
  private Long nodes;

  @Option(
      names = "--max-tensor-rank",
      paramLabel = "N",
      converter = Amount.class,
      description = "How many dimensions a tensor may have.")
  private Long tensorRank;

  @Option(
      names = "--max-tensor-elements",
      paramLabel = "N",
      converter = Amount.class,
      description = "How many elements a tensor may have.")
  private Long tensorElements;

  @Option(
      names = "--max-expanded",
      paramLabel = "BYTES",
      converter = Amount.class,
      description =
          "To how much a compressed file may unpack. Amounts take the suffixes k, M and G,"
              + " powers of 1024.")
  private Long expanded;

  /** The options, with someone to tell the bytes read. */
  ReadOptions readOptions(LongConsumer progress) {
    ReadLimits standard = ReadLimits.DEFAULT;
    return new ReadOptions(
        new ReadLimits(
            small(nesting, standard.nesting()),
            small(string, standard.stringBytes()),
            small(nodes, standard.nodes()),
            small(tensorRank, standard.tensorRank()),
            tensorElements == null ? standard.tensorElements() : tensorElements,
            expanded == null ? standard.expandedBytes() : expanded),
        strict,
        progress);
  }

  private static int small(Long given, int standard) {
    return given == null ? standard : (int) Math.min(given, Integer.MAX_VALUE);
  }
}
