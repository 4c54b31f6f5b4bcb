package org.calque.verify;

import com.carrotsearch.hppc.LongHashSet;
import java.util.List;
import org.calque.replay.TensorValues;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;

/** One of the two traces, walked in execution order to follow the lives of memory. */
final class WalkedTrace {
  private final ExecutionTrace trace;
  private final StorageVersions versions = new StorageVersions();

  /**
   * A call that has been entered and not left.
   *
   * @param caller the call around it, or {@code null}
   * @param inputs storages that its inputs lie on
   * @param before lives from this number on began inside
   */
  record Visit(TraceNode node, Visit caller, LongHashSet inputs, int before) {

    /** Whether memory is an input's, or began to live inside. */
    boolean has(TensorReference tensor, int version) {
      return version >= before || inputs.contains(tensor.storage());
    }
  }

  WalkedTrace(ExecutionTrace trace) {
    this.trace = trace;
  }

  /** The operators that a node called. */
  List<TraceNode> calls(TraceNode node) {
    return Calls.of(trace, node);
  }

  /**
   * Enters a call.
   *
   * @param caller the call around it, or {@code null}
   */
  Visit enter(TraceNode node, Visit caller) {
    LongHashSet inputs = new LongHashSet();
    TensorValues.forEach(node.inputs(), tensor -> inputs.add(tensor.storage()));
    return new Visit(node, caller, inputs, versions.next());
  }

  /** Whether a tensor that a call takes was returned by one of those before it. */
  boolean isReturned(Visit visit, TensorReference tensor) {
    return versions.isReturned(tensor, visit.caller() == null);
  }

  /**
   * The life of the memory of a value; negative if it is no tensor, or one without elements.
   *
   * <p>What an operator returns is new where it lies on none of its inputs and was not made inside
   * of it. What it takes is known, unless it has been there before the recording began; but inside
   * of another operator it may be new as well, because kernels allocate without an operator.
   */
  int memory(Visit visit, TraceValue value, boolean result) {
    if (!(value instanceof TensorReference tensor)
        || tensor.elements() == 0
        || tensor.storage() == 0) {
      return StorageVersions.UNKNOWN;
    }
    int version = versions.current(tensor);
    Visit from = result ? visit : visit.caller();
    if (version == StorageVersions.UNKNOWN || (from != null && !from.has(tensor, version))) {
      version = versions.begin(tensor);
    }
    if (result) {
      versions.setReturned(tensor, visit.caller() == null);
    }
    return version;
  }

  /** The life of a number's memory, which was made for the call that takes it. */
  int number(TensorReference number) {
    return versions.begin(number);
  }

  /** Walks a call that the other trace has not. */
  void walk(TraceNode node, Visit caller) {
    Visit visit = enter(node, caller);
    follow(visit, node.inputs(), false);
    calls(node).forEach(call -> walk(call, visit));
    follow(visit, node.outputs(), true);
  }

  /** Follows tensors that the other trace has not. */
  void follow(Visit visit, List<TraceValue> values, boolean results) {
    TensorValues.forEach(values, tensor -> memory(visit, tensor, results));
  }
}
