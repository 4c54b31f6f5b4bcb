package org.calque.runtime.torch;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.calque.runtime.DataType;
import org.calque.runtime.TypeSubstitutions;
import org.calque.runtime.torch.TorchOperator.Parameter;

/**
 * Where a session's tensors lie and which element types they have, against what the recording says.
 */
final class Placement {
  /** What recordings call the processor's memory, and everything where they know no other. */
  private static final String CPU = "cpu";

  /** What no recording calls it. */
  private static final String HOST = "host";

  private static final Map<Long, DataType> TYPES =
      Arrays.stream(DataType.values())
          .collect(Collectors.toMap(type -> (long) type.code(), Function.identity()));

  private final TorchDevice device;
  private final TypeSubstitutions types;
  private final BitSet onHost = new BitSet();
  private boolean hostIsApart;

  Placement(TorchDevice device, TypeSubstitutions types) {
    this.device = device;
    this.types = types;
  }

  /** Notes which slots' tensors a recording on another device had in the processor's memory. */
  void hostTensors(long... slots) {
    hostIsApart = true;
    for (long slot : slots) {
      keepOnHost(Math.toIntExact(slot));
    }
  }

  /** Notes that a slot's tensor is in the processor's memory on whatever device the step runs. */
  void keepOnHost(int slot) {
    onHost.set(slot);
  }

  /** The device of the session. */
  TorchDevice device() {
    return device;
  }

  /** Where to put what the recording has on a device. */
  TorchDevice device(String recorded) {
    boolean host = recorded.equals(HOST) || (hostIsApart && recorded.startsWith(CPU));
    return host ? TorchDevice.CPU : device;
  }

  /** A device's name in a recording that leads a slot's tensor to where it belongs. */
  String recordedDevice(int slot) {
    return onHost.get(slot) ? HOST : device.name();
  }

  /** The element type of a tensor that was recorded with another. */
  DataType type(DataType recorded) {
    return types.of(recorded);
  }

  /**
   * What to pass for a recorded constant: types are replaced, and only CUDA's host memory pinned.
   */
  Object constant(Object value, Parameter parameter) {
    if (value instanceof Long code && parameter.name().endsWith("dtype")) {
      DataType recorded = TYPES.get(code);
      return recorded == null ? value : (Object) (long) type(recorded).code();
    }
    boolean pins = Boolean.TRUE.equals(value) && parameter.name().equals("pin_memory");
    return pins && device.isCpu() ? (Object) false : value;
  }
}
