/**
 * The contract between generated benchmarks and native code: a {@link org.calque.runtime.Replay}
 * opens a {@link org.calque.runtime.Session} of an {@link org.calque.runtime.Engine}, materialises
 * tensors, binds each operator with its constants once and gets a {@link org.calque.runtime.Call}
 * that runs it any number of times on the slots of a frame.
 *
 * <p>No native library is named here; each engine lives in a package of its own and is found with
 * {@link java.util.ServiceLoader}. This is the only package that generated code sees.
 */
package org.calque.runtime;
