/**
 * Sensors that Linux shows as files under {@code /sys}: energy counters of processors, power meters
 * and batteries. Found by the names that files hold, never by the numbers of their folders.
 */
package org.calque.runtime.power.sysfs;
