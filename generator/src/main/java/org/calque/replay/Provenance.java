package org.calque.replay;

/**
 * Where a step comes from.
 *
 * @param node id of the trace's node
 * @param module the module it belongs to
 * @param thread writer's number of the thread
 * @param timing when it ran, and on which streams of a device
 */
public record Provenance(long node, ModuleLabel module, long thread, Timing timing) {}
