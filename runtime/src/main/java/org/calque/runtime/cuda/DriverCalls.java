package org.calque.runtime.cuda;

import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import org.calque.runtime.ReplayException;

/**
 * Checks what calls of the driver return. JCuda can throw exceptions itself, but those do not say
 * which call it was.
 *
 * @param where what the calls are about, such as {@code device 0}; may be empty
 */
record DriverCalls(String where) {

  /**
   * Returns if a call was successful.
   *
   * @param call its name in the driver
   * @param result what it returned
   * @throws ReplayException else, with the names of call and error
   */
  void check(String call, int result) {
    if (result != CUresult.CUDA_SUCCESS) {
      throw new ReplayException(failure(call, result));
    }
  }

  /** One line: call, place, and the error as {@link #error} has it. */
  String failure(String call, int result) {
    return call + (where.isEmpty() ? "" : " on " + where) + " failed: " + error(result);
  }

  /**
   * Name and description of an error, such as {@code CUDA_ERROR_NO_DEVICE (no CUDA-capable device
   * is detected)}: the driver's, which may be newer than JCuda.
   */
  static String error(int result) {
    String[] name = new String[1];
    String[] description = new String[1];
    boolean named = JCudaDriver.cuGetErrorName(result, name) == CUresult.CUDA_SUCCESS;
    boolean described = JCudaDriver.cuGetErrorString(result, description) == CUresult.CUDA_SUCCESS;
    return (named ? name[0] : "error " + result + ", " + CUresult.stringFor(result))
        + (described ? " (" + description[0] + ")" : "");
  }
}
