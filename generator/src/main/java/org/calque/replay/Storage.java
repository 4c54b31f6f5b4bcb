package org.calque.replay;

import java.util.List;
import org.calque.trace.ElementType;
import org.calque.values.ValueRule;

/**
 * Memory that exists before the step: parameters, optimizer state, inputs. It is materialised once
 * and never freed.
 *
 * @param type element type
 * @param elements size in elements
 * @param values how the elements are chosen
 * @param written whether the step writes it
 * @param number whether it is a number that was passed where an operator takes a tensor
 * @param slots slots of the tensors that lie on it, the first one the widest of its element type
 * @param role operator and argument that first use it, such as {@code aten::conv2d weight}
 */
public record Storage(
    ElementType type,
    long elements,
    ValueRule values,
    boolean written,
    boolean number,
    List<Integer> slots,
    String role) {

  /** Copies the list. */
  public Storage {
    slots = List.copyOf(slots);
  }

  /** Size in bytes. */
  public long bytes() {
    return elements * type.bytes();
  }
}
