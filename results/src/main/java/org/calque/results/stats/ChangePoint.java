package org.calque.results.stats;

/**
 * A place where a series moved.
 *
 * @param index of the first value after the move
 * @param p probability that a series without a move there looks as if it had one
 */
public record ChangePoint(int index, double p) {}
