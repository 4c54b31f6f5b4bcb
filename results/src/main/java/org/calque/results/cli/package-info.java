/**
 * The command line of {@code results.jar}: {@code diff}, {@code list} and {@code show}. It reads
 * runs, prints tables and answers with an exit code; it decides nothing itself.
 */
package org.calque.results.cli;
