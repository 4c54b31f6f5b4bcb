package org.calque.trace;

/**
 * Which event of a timeline each node is.
 *
 * @param method what decided
 * @param rows row of the CPU event by position of the node, -1 for none
 * @param nodes nodes that were asked for
 * @param runs how often the timeline has what the trace has
 * @param run which of them was taken, from 1
 * @param recorded whether it is known to be the recorded one
 * @param remark one line on what is not joined; may be empty
 */
record EventMatch(
    Timings.Method method,
    int[] rows,
    int nodes,
    int runs,
    int run,
    boolean recorded,
    String remark) {}
