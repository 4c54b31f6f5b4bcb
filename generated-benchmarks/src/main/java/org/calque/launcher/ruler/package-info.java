/**
 * Benchmarks in pure Java that measure the machine and nothing else. They ride along in a run to
 * tell a change of the code from one of the machine. Nothing of Calque is called here.
 */
package org.calque.launcher.ruler;
