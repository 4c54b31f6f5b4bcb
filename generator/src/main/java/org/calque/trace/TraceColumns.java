package org.calque.trace;

import java.util.Map;
import org.calque.json.Symbols;

/**
 * All nodes of a trace in execution order, one array for each field, so that a million nodes fit
 * into a small heap. Values are numbers of a pool, texts are symbols.
 *
 * @param ids in ascending order
 * @param parents positions of the enclosing nodes, each before its node; -1 for none
 * @param starts where a node's values begin in {@code codes}: the number of inputs and the inputs,
 *     the same for outputs, then the number of further attributes and for each its name's symbol
 *     and its value
 * @param ranges ranges of integer tensors, by position of the node, for the few that have any
 */
record TraceColumns(
    long[] ids,
    int[] parents,
    int[] firstChildren,
    int[] nextSiblings,
    int[] names,
    int[] schemas,
    int[] scopes,
    long[] threads,
    long[] sequences,
    long[] recordFunctions,
    int[] starts,
    IntColumn codes,
    Map<Integer, Map<Integer, TraceNode.Range>> ranges,
    ValuePool pool,
    Symbols symbols) {

  static final int NO_NODE = -1;

  TraceColumns withRanges(Map<Integer, Map<Integer, TraceNode.Range>> newRanges) {
    return new TraceColumns(
        ids,
        parents,
        firstChildren,
        nextSiblings,
        names,
        schemas,
        scopes,
        threads,
        sequences,
        recordFunctions,
        starts,
        codes,
        newRanges,
        pool,
        symbols);
  }
}
