/**
 * AMD's GPUs by ROCm SMI, the library of their driver's files. Its energy counters are believed
 * only where its power agrees.
 */
package org.calque.runtime.power.rocm;
