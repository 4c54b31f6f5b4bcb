/**
 * What will run: the replay program and the passes that build it from an execution trace. Nothing
 * here writes source text or touches a native library.
 */
package org.calque.replay;
