/**
 * How fast traces are read, and how much memory that takes. Nothing here runs in a normal build.
 */
package org.calque.reading;
