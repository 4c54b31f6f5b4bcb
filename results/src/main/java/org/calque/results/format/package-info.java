/**
 * Comparisons and runs as other programs read them: one class for each format, and what their texts
 * have in common. Names and causes come from files that anyone may have written, so each format
 * escapes them for its reader. Equal comparisons give equal bytes.
 */
package org.calque.results.format;
