package org.calque.verify;

/**
 * One thing that a replay does, in its order.
 *
 * @param node id of the recorded node that it comes from
 * @param view whether it makes a view that the recording shows without an operator, and not the
 *     node's own call
 */
public record ReplayedStep(long node, boolean view) {}
