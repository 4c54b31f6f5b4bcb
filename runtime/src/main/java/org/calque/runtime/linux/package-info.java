/**
 * What Linux and glibc offer a process about itself: how its memory is allocated, and the
 * processor's counters, and how libraries are loaded. Through JNA, which beside this package only
 * those for libraries of vendors touch.
 */
package org.calque.runtime.linux;
