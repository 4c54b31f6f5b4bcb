/**
 * What {@code -prof power} is made of: its options, the names and units of its results, and the
 * files that forks leave for the launcher.
 */
package org.calque.launcher.power;
