/**
 * JSON text as PyTorch really writes it: tokens cut from bytes without allocating, and text that is
 * quoted wrongly read all the same. Nothing here knows what a trace is.
 */
package org.calque.json;
