/**
 * What a benchmark run leaves behind: the {@link org.calque.results.Run}, its JSON file and the
 * {@link org.calque.results.RunStore} that keeps runs in a folder.
 *
 * <p>Everything here is plain data. Nothing knows JMH's classes, the runtime, traces or a native
 * library: JMH's records arrive as JSON text and stay as they came. Comparing runs is the concern
 * of {@code org.calque.results.diff}, printing that of {@code org.calque.results.cli}.
 */
package org.calque.results;
