package org.calque.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The elements of an integer tensor that an operator took, which the observer writes beside the
 * trace when asked to ({@code ENABLE_PYTORCH_EXECUTION_TRACE_SAVE_INTEGRAL_TENSOR_DATA}).
 *
 * @param file raw elements, little endian
 * @param node id of the node
 * @param ordinal number of the tensor among the defined ones that the node takes, lists included
 * @param tensor the tensor
 */
public record IntegerDump(Path file, long node, int ordinal, TensorReference tensor) {

  /**
   * The elements in logical order.
   *
   * @throws TraceFormatException if the file cannot be read any more
   */
  public long[] elements() {
    int bytes = tensor.type().bytes();
    try {
      ByteBuffer raw = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
      long[] elements = new long[raw.remaining() / bytes];
      for (int i = 0; i < elements.length; i++) {
        elements[i] =
            switch (tensor.type()) {
              case UINT8 -> raw.get() & 0xff;
              case INT8 -> raw.get();
              case INT16 -> raw.getShort();
              case UINT16 -> raw.getShort() & 0xffff;
              case INT32 -> raw.getInt();
              case UINT32 -> raw.getInt() & 0xffffffffL;
              case INT64, UINT64 -> raw.getLong();
              default -> throw new IllegalStateException(tensor.type() + " is no integer");
            };
      }
      return elements;
    } catch (IOException e) {
      throw new TraceFormatException(file.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }
}
