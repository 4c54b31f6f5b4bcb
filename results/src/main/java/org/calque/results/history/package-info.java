/**
 * How benchmarks fared over many runs: a {@link org.calque.results.history.History} puts the
 * results of runs into series, keeps apart what is not the same measurement, and says where a
 * series moved.
 *
 * <p>Nothing here reads files or prints.
 */
package org.calque.results.history;
