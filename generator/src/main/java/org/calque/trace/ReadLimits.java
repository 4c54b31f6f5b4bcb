package org.calque.trace;

/**
 * How large a trace may be in each way, so that a damaged or hostile file cannot exhaust the
 * machine. Errors name the options of the command line that raise them.
 *
 * @param nesting how deep lists and objects may lie inside each other ({@code --max-nesting})
 * @param stringBytes how long one string may be ({@code --max-string})
 * @param nodes how many nodes there may be ({@code --max-nodes})
 * @param tensorRank how many dimensions a tensor may have ({@code --max-tensor-rank})
 * @param tensorElements how many elements, and how far apart ({@code --max-tensor-elements})
 * @param expandedBytes to how much a file may unpack ({@code --max-expanded})
 */
public record ReadLimits(
    int nesting,
    int stringBytes,
    int nodes,
    int tensorRank,
    long tensorElements,
    long expandedBytes) {

  /**
   * Well above what has been seen: PyTorch's iterators take 64 dimensions, and no machine has
   * 2<sup>48</sup> elements.
   */
  public static final ReadLimits DEFAULT =
      new ReadLimits(64, 1 << 24, 20_000_000, 64, 1L << 48, 1L << 36);
}
