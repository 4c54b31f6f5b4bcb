/**
 * LibTorch through JavaCPP: every ATen operator by its schema, through PyTorch's own boxed
 * dispatcher.
 *
 * <p>This is the only package of the runtime that touches {@code org.bytedeco}. Nothing here is
 * public but the engine; {@link org.calque.runtime.torch.TorchLibrary} must be loaded before any
 * other class of this package touches JavaCPP.
 */
package org.calque.runtime.torch;
