package org.calque.verify;

/**
 * Two things at the same place that are not the same.
 *
 * @param expected the recorded one
 * @param found the replayed one
 */
record Mismatch(String expected, String found) {}
