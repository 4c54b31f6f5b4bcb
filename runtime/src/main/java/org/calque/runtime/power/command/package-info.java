/**
 * Sensors behind programs: a command of the user's that prints watts, and the tools of a vendor.
 * Their output is parsed here, and their processes end with the sensor.
 */
package org.calque.runtime.power.command;
