package org.calque.results.diff;

/**
 * Two results that look alike and measure different things.
 *
 * @param what the benchmark, and the metric if it is only that
 * @param why what differs, base first
 */
public record NotComparable(String what, String why) {}
