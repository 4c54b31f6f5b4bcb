/**
 * An experiment with two jars of benchmarks on one machine: their forks one after the other, in an
 * order in which a slow drift of the machine hits both alike. Any jar of JMH's will do; this
 * package starts processes and reads their files, and knows no class of JMH.
 */
package org.calque.results.ab;
