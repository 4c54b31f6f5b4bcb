/**
 * What changed between two runs: a {@link org.calque.results.diff.Comparison} pairs their
 * benchmarks, tests each metric on the means of the forks, and says for each row whether it
 * regressed, improved, stayed, or cannot be judged, and why.
 *
 * <p>Nothing here reads files or prints.
 */
package org.calque.results.diff;
