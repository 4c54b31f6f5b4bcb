/**
 * What Linux and glibc offer a process about itself: how its memory is allocated, and the
 * processor's counters. Through JNA; the only package that touches it.
 */
package org.calque.runtime.linux;
