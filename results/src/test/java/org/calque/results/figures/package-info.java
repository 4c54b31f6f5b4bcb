/**
 * Programs whose output is in the documentation: how often a comparison raises false alarms, what
 * it finds, and how long it takes. They run for minutes; tests run small parts of them.
 */
package org.calque.results.figures;
