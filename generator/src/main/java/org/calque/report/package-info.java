/**
 * Facts and tables as text for a terminal, as Markdown and as JSON. Nothing here knows what a trace
 * is.
 */
package org.calque.report;
