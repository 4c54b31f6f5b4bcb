/**
 * The command line of {@code results.jar}, one class for each command. It reads runs, prints tables
 * and answers with an exit code; it decides nothing itself.
 */
package org.calque.results.cli;
