/**
 * What {@code -prof power} and {@code power -- COMMAND} share: options, the names and units of
 * results, and the files that forks and ranks leave.
 */
package org.calque.launcher.power;
