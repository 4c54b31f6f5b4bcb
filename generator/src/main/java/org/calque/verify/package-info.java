/**
 * Whether a replay did the work of a recording: compares the trace of the one with that of the
 * other, call by call, inside and out, and which tensors share memory.
 *
 * <p>A proof must not rest on what it proves. Of the replay package it uses nothing but the reader
 * of schema strings and the selected nodes; identity of tensors is found anew here.
 */
package org.calque.verify;
