package org.calque.runtime;

import java.util.Arrays;
import java.util.List;

/**
 * The tensors that slots held in the recording, from the resource {@code NAME.slots} beside a
 * generated class: a line for each slot with its element type, sizes and strides, such as {@code
 * FLOAT32 8,16 16,1}; a scalar has {@code -} for both. It is read at the first question.
 */
final class RecordedSlots {
  private static final String NONE = "-";

  private final GeneratedResource resource;
  private List<String> lines;

  /** A tensor at the start of a storage of its own. */
  record Tensor(DataType type, Layout layout) {
    /** Numbers that no operator stumbles over: no index is out of range, no logarithm infinite. */
    Values values() {
      return type.isFloating() ? Values.uniform(0.25, 0.75) : Values.fill(0);
    }
  }

  RecordedSlots(Class<?> generated) {
    resource = new GeneratedResource(generated, "slots");
  }

  /**
   * What a slot held.
   *
   * @throws ReplayException if the resource does not say
   */
  Tensor get(int slot) {
    if (lines == null) {
      lines = resource.lines();
    }
    if (slot >= lines.size()) {
      throw new ReplayException("slot " + slot + " is unknown; generate the class again");
    }
    String[] words = lines.get(slot).split(" ");
    return new Tensor(
        DataType.valueOf(words[0]), new Layout(numbers(words[1]), numbers(words[2]), 0));
  }

  private static long[] numbers(String list) {
    return list.equals(NONE)
        ? new long[0]
        : Arrays.stream(list.split(",")).mapToLong(Long::parseLong).toArray();
  }
}
