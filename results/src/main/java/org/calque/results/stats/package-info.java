/**
 * Statistics that no library at hand has: of samples by fork, of families of tests, and of series
 * over time. Numbers in, numbers out: nothing here knows runs, benchmarks or files.
 */
package org.calque.results.stats;
