package org.calque.runtime.torch;

import java.util.regex.Pattern;
import org.bytedeco.pytorch.global.torch.DispatchKey;
import org.calque.runtime.Device;

/**
 * A device as LibTorch names it.
 *
 * @param name such as {@code cuda:0}
 * @param key under which the dispatcher has kernels for its dense tensors
 */
record TorchDevice(String name, DispatchKey key) {
  /** The processor. */
  static final TorchDevice CPU = new TorchDevice("cpu", DispatchKey.CPU);

  /** Kernels for CPU tensors that are not dense, as the dispatcher's listing names them. */
  private static final Pattern OTHER_CPU_KERNEL =
      Pattern.compile(
          "^(SparseCPU|SparseCsrCPU|MkldnnCPU|QuantizedCPU|NestedTensorCPU): ", Pattern.MULTILINE);

  static TorchDevice of(Device device) {
    return device.kind() == Device.Kind.CPU
        ? CPU
        : new TorchDevice(device.toString(), DispatchKey.CUDA);
  }

  boolean isCpu() {
    return equals(CPU);
  }

  /** Whether some kernel of an operator runs here. */
  boolean runs(TorchOperator operator) {
    return operator.handle().hasComputedKernelForDispatchKey(key)
        || (isCpu() && hasOtherKernel(operator));
  }

  /**
   * Looked up in text, because JavaCPP gives the constants of these keys wrong values: its {@code
   * SparseCPU} is LibTorch's {@code ADInplaceOrView}.
   */
  private static boolean hasOtherKernel(TorchOperator operator) {
    return OTHER_CPU_KERNEL.matcher(operator.handle().dumpState().getString()).find();
  }

  /** What an operator without a kernel here is refused with. */
  String lacksKernel() {
    return isCpu() ? "has no kernel for the CPU" : "has no kernel for " + name;
  }
}
