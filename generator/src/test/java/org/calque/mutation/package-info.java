/**
 * Real traces, damaged in every way that files get damaged, and what becomes of them. Each mutation
 * is made from a seed, so that a number is enough to make a file again.
 */
package org.calque.mutation;
