/**
 * The main of {@code benchmarks.jar}: JMH's own command line, unchanged, with a few reserved first
 * words as commands. It checks workloads before forks start, passes forks what they need, records
 * every benchmark the moment it ends, and ends with a status that says whether all went well.
 *
 * <p>This package alone reads the packed workload manifests. It measures nothing itself.
 */
package org.calque.launcher;
