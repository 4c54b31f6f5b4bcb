/**
 * Runs as one page that needs nothing else: records say what its charts show, small classes write
 * its sections, and {@link org.calque.results.report.Report} puts them together with the style
 * sheet, the scripts and the chart library that lie beside as resources.
 *
 * <p>Equal runs give equal pages. Every name comes from files, so all text goes through {@link
 * org.calque.results.report.Html} or {@link org.calque.results.report.EmbeddedJson}.
 */
package org.calque.results.report;
