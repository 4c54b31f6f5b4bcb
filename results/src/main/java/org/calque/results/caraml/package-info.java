/** Runs in the tables of CARAML, with what those lack: energy, intervals, forks and failures. */
package org.calque.results.caraml;
