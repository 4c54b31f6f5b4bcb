package org.calque.trace;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.calque.json.Symbols;

/**
 * Collects nodes as they come in the file, then puts them into execution order and links each to
 * its parent. Ids number functions as they are entered, so a parent always comes before.
 */
final class TraceBuilder {
  /** Nodes of one id that a further one is compared with; a hostile file may have a million. */
  private static final int MOST_COMPARED = 16;

  private static final Set<String> DEVICE_CATEGORIES = Set.of("kernel", "gpu_memcpy", "gpu_memset");

  private static final Pattern PROCESS =
      Pattern.compile("\\[pytorch\\|profiler\\|execution_(trace|graph)\\|process]");

  private final Symbols symbols;
  private final Repairs repairs;
  private final ReadLimits limits;
  private final ValuePool pool = new ValuePool();
  private final ValueAssembler values;
  private final int empty;

  private final LongColumn ids = new LongColumn();
  private final LongColumn parents = new LongColumn();
  private final IntColumn names = new IntColumn();
  private final IntColumn schemas = new IntColumn();
  private final IntColumn scopes = new IntColumn();
  private final LongColumn threads = new LongColumn();
  private final LongColumn sequences = new LongColumn();
  private final LongColumn recordFunctions = new LongColumn();
  private final IntColumn starts = new IntColumn();
  private final IntColumn codes = new IntColumn();
  private final Map<Integer, Map<Integer, TraceNode.Range>> ranges = new HashMap<>();
  private final MergedTimes merged = new MergedTimes();
  private int[] order = {};

  TraceBuilder(Symbols symbols, Repairs repairs, ReadLimits limits) {
    this.symbols = symbols;
    this.repairs = repairs;
    this.limits = limits;
    values = new ValueAssembler(symbols, pool, limits);
    empty = symbols.of("");
  }

  /** Nodes so far. */
  int size() {
    return ids.size();
  }

  /** How many lists may have been cut by the writer. */
  int longLists() {
    return values.longLists();
  }

  /**
   * Takes a node.
   *
   * @throws UnreadableNodeException if it says something impossible; then it is not taken
   * @throws TraceLimitException if there are too many nodes
   */
  void add(NodeFields node) {
    if (!node.hasId) {
      throw new UnreadableNodeException("it has no integer \"id\"");
    }
    if (size() == limits.nodes()) {
      throw new TraceLimitException(
          "there are more than " + limits.nodes() + " nodes (--max-nodes)");
    }
    if (DEVICE_CATEGORIES.contains(
        node.category == NodeFields.NONE ? "" : symbols.text(node.category))) {
      merged.device(node);
      return;
    }
    merged.node(size(), node);
    int start = codes.size();
    try {
      values.assemble(node.inputs, codes);
      values.assemble(node.outputs, codes);
    } catch (UnreadableNodeException e) {
      codes.shrink(start);
      throw e;
    }
    attributes(node);
    if (node.tensorRange != NodeFields.NONE && node.tensorRange != empty) {
      Map<Integer, TraceNode.Range> found =
          values.ranges(symbols.text(node.tensorRange), node.inputs.types);
      if (!found.isEmpty()) {
        ranges.put(size(), found);
      }
    }
    starts.add(start);
    ids.add(node.id);
    parents.add(node.hasParent ? node.parent : node.id);
    names.add(node.name == NodeFields.NONE ? empty : node.name);
    schemas.add(node.schema == NodeFields.NONE ? empty : node.schema);
    scopes.add((int) node.scope);
    threads.add(node.thread);
    sequences.add(node.sequence);
    recordFunctions.add(node.recordFunction);
  }

  private void attributes(NodeFields node) {
    RawList attributes = node.attributes;
    codes.add(attributes.size() / 2);
    for (int i = 0; i < attributes.size(); i += 2) {
      codes.add((int) attributes.value(i));
      codes.add(attribute(attributes.kind(i + 1), attributes.value(i + 1)));
    }
  }

  private int attribute(byte kind, long value) {
    return switch (kind) {
      case RawList.INTEGER -> pool.integer(value);
      case RawList.REAL -> pool.real(Double.longBitsToDouble(value));
      case RawList.TRUE -> ValuePool.TRUE;
      case RawList.FALSE -> ValuePool.FALSE;
      case RawList.STRING -> pool.text(symbols.text((int) value));
      default -> ValuePool.NONE;
    };
  }

  /** The times that the nodes of a merged trace have; empty for any other. */
  Optional<Timings> timings(ExecutionTrace trace) {
    return merged.isEmpty() ? Optional.empty() : Optional.of(merged.timings(trace, order));
  }

  /** Everything in execution order; the builder takes no more nodes afterwards. */
  TraceColumns build() {
    pool.freeze();
    order = withoutRepetitions(order());
    long[] sortedParents = parents.take(order);
    long[] sortedIds = ids.take(order);
    int[] links = links(sortedIds, sortedParents);
    int[] firstChildren = filled(order.length);
    int[] nextSiblings = filled(order.length);
    for (int i = order.length - 1; i >= 0; i--) {
      if (links[i] >= 0) {
        nextSiblings[i] = firstChildren[links[i]];
        firstChildren[links[i]] = i;
      }
    }
    Map<Integer, Map<Integer, TraceNode.Range>> sortedRanges = new HashMap<>();
    for (int i = 0; i < order.length && !ranges.isEmpty(); i++) {
      if (ranges.containsKey(order[i])) {
        sortedRanges.put(i, ranges.get(order[i]));
      }
    }
    return new TraceColumns(
        sortedIds,
        links,
        firstChildren,
        nextSiblings,
        names.take(order),
        schemas.take(order),
        scopes.take(order),
        threads.take(order),
        sequences.take(order),
        recordFunctions.take(order),
        starts.take(order),
        codes,
        sortedRanges,
        pool,
        symbols);
  }

  private static int[] filled(int size) {
    int[] links = new int[size];
    Arrays.fill(links, TraceColumns.NO_NODE);
    return links;
  }

  /** Rows in the order of their ids, equal ones in that of the file. */
  private int[] order() {
    int size = size();
    int bits = Long.SIZE - Long.numberOfLeadingZeros(size);
    long[] keys = new long[size];
    for (int i = 0; i < size; i++) {
      long id = ids.get(i);
      if (id < 0 || id >= 1L << Long.SIZE - 1 - bits) {
        return IntStream.range(0, size)
            .boxed()
            .sorted(Comparator.comparingLong(ids::get))
            .mapToInt(Integer::intValue)
            .toArray();
      }
      keys[i] = id << bits | i;
    }
    Arrays.sort(keys);
    int[] sorted = new int[size];
    for (int i = 0; i < size; i++) {
      sorted[i] = (int) (keys[i] & (1L << bits) - 1);
    }
    return sorted;
  }

  /** Drops rows that say what a row of the same id has said. */
  private int[] withoutRepetitions(int[] sorted) {
    int kept = 0;
    for (int i = 0; i < sorted.length; i++) {
      long id = ids.get(sorted[i]);
      boolean repeated = false;
      boolean reused = false;
      int last = Math.max(kept - MOST_COMPARED, 0);
      for (int j = kept - 1; j >= last && ids.get(sorted[j]) == id && !repeated; j--) {
        repeated = equal(sorted[j], sorted[i]);
        reused = true;
      }
      if (repeated) {
        repairs.add(Repair.Kind.REPEATED_NODE, () -> "node " + id);
      } else {
        if (reused) {
          repairs.add(Repair.Kind.REUSED_ID, () -> "node " + id);
        }
        sorted[kept++] = sorted[i];
      }
    }
    return kept == sorted.length ? sorted : Arrays.copyOf(sorted, kept);
  }

  private boolean equal(int one, int other) {
    if (names.get(one) != names.get(other)
        || schemas.get(one) != schemas.get(other)
        || parents.get(one) != parents.get(other)
        || threads.get(one) != threads.get(other)) {
      return false;
    }
    int length = length(one);
    if (length != length(other)) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (codes.get(starts.get(one) + i) != codes.get(starts.get(other) + i)) {
        return false;
      }
    }
    return true;
  }

  private int length(int row) {
    return (row + 1 < starts.size() ? starts.get(row + 1) : codes.size()) - starts.get(row);
  }

  /**
   * Positions of the parents. The process is its own parent; where it is not, a linker has
   * renumbered the nodes but not the parents, so that these say nothing.
   */
  private int[] links(long[] sortedIds, long[] parentIds) {
    int process = process();
    boolean stale = process >= 0 && parentIds[process] != sortedIds[process];
    int root = stale ? process : root(sortedIds, parentIds);
    int[] links = new int[sortedIds.length];
    long lastParent = 0;
    int lastLink = first(sortedIds, lastParent);
    for (int i = 0; i < links.length; i++) {
      long id = sortedIds[i];
      if (i == root) {
        links[i] = TraceColumns.NO_NODE;
        continue;
      }
      if (parentIds[i] != lastParent) {
        lastParent = parentIds[i];
        lastLink = first(sortedIds, lastParent);
      }
      links[i] = lastLink;
      if (lastLink < 0 || stale) {
        repairs.add(Repair.Kind.MISSING_PARENT, () -> "node " + id);
        links[i] = root;
      } else if (lastParent >= id) {
        repairs.add(Repair.Kind.PARENT_CYCLE, () -> "node " + id);
        links[i] = root;
      }
      if (links[i] >= i) {
        links[i] = TraceColumns.NO_NODE;
      }
    }
    return links;
  }

  private int process() {
    int label = TraceColumns.NO_NODE;
    for (int symbol = 0; symbol < symbols.count(); symbol++) {
      if (PROCESS.matcher(symbols.text(symbol)).matches()) {
        label = symbol;
      }
    }
    for (int i = 0; i < order.length && label >= 0; i++) {
      if (names.get(order[i]) == label) {
        return i;
      }
    }
    return TraceColumns.NO_NODE;
  }

  /** The first node that is its own parent. */
  private static int root(long[] sortedIds, long[] parentIds) {
    for (int i = 0; i < sortedIds.length; i++) {
      if (sortedIds[i] == parentIds[i]) {
        return i;
      }
    }
    return TraceColumns.NO_NODE;
  }

  /** The first place of an id, or {@link TraceColumns#NO_NODE}. */
  static int first(long[] sortedIds, long id) {
    int first = Bisection.first(sortedIds.length, place -> sortedIds[place] >= id);
    return first < sortedIds.length && sortedIds[first] == id ? first : TraceColumns.NO_NODE;
  }
}
