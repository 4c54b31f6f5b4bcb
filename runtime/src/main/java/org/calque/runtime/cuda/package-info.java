/**
 * NVIDIA devices through JCuda: which there are, a device's context and memory, and the time that
 * work takes on the device.
 *
 * <p>The only package that touches JCuda. Where there is no NVIDIA driver, touching the class of
 * JCuda's driver calls fails for good; a call that the driver does not have ends the process. So
 * everything goes through {@link org.calque.runtime.cuda.CudaDevices#find()} first, which asks only
 * what is safe to ask. Calls that are not in CUDA 12.0 have no place here.
 */
package org.calque.runtime.cuda;
