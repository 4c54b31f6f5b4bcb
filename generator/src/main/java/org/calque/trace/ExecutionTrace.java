package org.calque.trace;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.stream.Stream;

/** A recorded execution trace: nodes in execution order, each after its parent. */
public final class ExecutionTrace {
  private final Source source;
  private final Recording recording;
  private final TraceColumns columns;
  private final List<Repair> repairs;
  private final List<String> warnings;
  private final List<IntegerDump> dumps;
  private final Timings timings;

  /**
   * Where a trace came from.
   *
   * @param file file name without folders, and with the entry's name if it lies in an archive
   * @param digest SHA-256 of the file's or entry's bytes, in hexadecimal
   * @param schema schema version that the file states
   */
  public record Source(String file, String digest, String schema) {}

  /**
   * What the file says about its recording.
   *
   * @param process number of the recorded process; empty if not stated
   * @param time wall-clock time of the start, as written; empty if not stated
   * @param seconds from the start to the end of the recording; negative if not stated
   */
  public record Recording(String process, String time, double seconds) {}

  ExecutionTrace(
      Source source,
      Recording recording,
      TraceColumns columns,
      List<Repair> repairs,
      List<String> warnings,
      List<IntegerDump> dumps) {
    this(source, recording, columns, repairs, warnings, dumps, null);
  }

  private ExecutionTrace(
      Source source,
      Recording recording,
      TraceColumns columns,
      List<Repair> repairs,
      List<String> warnings,
      List<IntegerDump> dumps,
      Timings timings) {
    this.source = source;
    this.recording = recording;
    this.columns = columns;
    this.repairs = List.copyOf(repairs);
    this.warnings = List.copyOf(warnings);
    this.dumps = List.copyOf(dumps);
    this.timings = timings;
  }

  /** The same trace with these times of its nodes. */
  public ExecutionTrace withTimings(Timings times) {
    return new ExecutionTrace(source, recording, columns, repairs, warnings, dumps, times);
  }

  /** How long its nodes took, where that is known. */
  public Optional<Timings> timings() {
    return Optional.ofNullable(timings);
  }

  TraceColumns columns() {
    return columns;
  }

  /** The same trace with integers found beside it; ranges that it does not state are theirs. */
  ExecutionTrace withDumps(List<IntegerDump> found, List<String> furtherWarnings) {
    Map<Integer, Map<Integer, TraceNode.Range>> ranges = new HashMap<>(columns.ranges());
    for (IntegerDump dump : found) {
      long[] elements = dump.elements();
      if (elements.length > 0) {
        LongSummaryStatistics values = Arrays.stream(elements).summaryStatistics();
        ranges
            .computeIfAbsent(node(dump.node()).index(), index -> new HashMap<>())
            .putIfAbsent(dump.ordinal(), new TraceNode.Range(values.getMin(), values.getMax()));
      }
    }
    return new ExecutionTrace(
        source,
        recording,
        columns.withRanges(ranges),
        repairs,
        Stream.concat(warnings.stream(), furtherWarnings.stream()).toList(),
        found,
        timings);
  }

  /** Where this trace came from. */
  public Source source() {
    return source;
  }

  /** What the file says about its recording. */
  public Recording recording() {
    return recording;
  }

  /** What was wrong with the file and is mended here, one entry for each kind. */
  public List<Repair> repairs() {
    return repairs;
  }

  /** What a reader of the file should know though nothing is wrong with it. */
  public List<String> warnings() {
    return warnings;
  }

  /** Integers that operators took, where the recording kept them in files beside the trace. */
  public List<IntegerDump> dumps() {
    return dumps;
  }

  /** Whether the file ends in the middle. */
  public boolean isCutOff() {
    return repairs.stream().anyMatch(repair -> repair.kind() == Repair.Kind.CUT_OFF);
  }

  /** All nodes in the order in which they were entered. */
  public List<TraceNode> nodes() {
    return new Nodes();
  }

  private final class Nodes extends AbstractList<TraceNode> implements RandomAccess {
    @Override
    public TraceNode get(int i) {
      return at(i);
    }

    @Override
    public int size() {
      return columns.ids().length;
    }
  }

  /** Number of nodes. */
  public int size() {
    return columns.ids().length;
  }

  /** The node at that place in execution order. */
  public TraceNode at(int index) {
    if (index < 0 || index >= size()) {
      throw new IndexOutOfBoundsException(index);
    }
    return new TraceNode(columns, index);
  }

  /** The node of that id, the first if several have it. */
  public Optional<TraceNode> find(long id) {
    int index = TraceBuilder.first(columns.ids(), id);
    return index < 0 ? Optional.empty() : Optional.of(at(index));
  }

  /**
   * The node of that id, the first if several have it.
   *
   * @throws IllegalArgumentException if there is none
   */
  public TraceNode node(long id) {
    return find(id).orElseThrow(() -> new IllegalArgumentException("no node has the id " + id));
  }

  /** Place of the enclosing node, always before the node itself; -1 for none. */
  public int parentIndex(int index) {
    return columns.parents()[index];
  }

  /** The enclosing node; empty for the root and where no root was recorded. */
  public Optional<TraceNode> parent(TraceNode node) {
    int parent = columns.parents()[node.index()];
    return parent < 0 ? Optional.empty() : Optional.of(at(parent));
  }

  /** The nodes directly inside, in execution order. */
  public List<TraceNode> children(TraceNode node) {
    List<TraceNode> children = new ArrayList<>();
    int child = columns.firstChildren()[node.index()];
    while (child >= 0) {
      children.add(at(child));
      child = columns.nextSiblings()[child];
    }
    return children;
  }
}
