package org.calque.runtime.torch;

import java.util.List;
import java.util.function.Consumer;
import org.calque.runtime.Support;

/**
 * Calls of other operators in place of one that has no kernel here, or none by its name.
 *
 * @param support how near they come
 * @param operators the other operators, with overloads; none if there is nothing to do
 * @param sized whether the calls depend on sizes of tensors, which are known when they run first
 * @param calls puts them down
 */
record Equivalent(
    Support support, List<String> operators, boolean sized, Consumer<Composition> calls) {

  /** Calls that do not depend on sizes. */
  Equivalent(Support support, List<String> operators, Consumer<Composition> calls) {
    this(support, operators, false, calls);
  }
}
