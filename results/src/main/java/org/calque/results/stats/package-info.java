/**
 * Statistics of series that no library at hand has. Numbers in, numbers out: nothing here knows
 * runs, benchmarks or files.
 */
package org.calque.results.stats;
