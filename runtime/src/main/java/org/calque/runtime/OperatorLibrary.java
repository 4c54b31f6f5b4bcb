package org.calque.runtime;

/**
 * A native library of operators beside the engine's own.
 *
 * @param file its absolute path
 * @param operators how many operators it registered, at least 1
 */
public record OperatorLibrary(String file, int operators) {}
