package org.calque.replay;

import java.util.Set;

/**
 * Operators whose results hold values of their operands as they are, in another place, shape or
 * type.
 */
final class SameValues {
  private static final Set<String> OF_THE_FIRST =
      Set.of(
          ("_reshape_alias _to_copy _unsafe_view alias as_strided broadcast_to chunk clone "
                  + "constant_pad_nd contiguous cpu cuda detach diagonal expand expand_as flatten "
                  + "flip lift_fresh movedim msort narrow pad permute pin_memory ravel repeat "
                  + "reshape roll select slice split split_with_sizes squeeze swapaxes t tile to "
                  + "transpose unbind unflatten unfold unsafe_chunk unsafe_split unsqueeze view "
                  + "view_as")
              .split(" "));

  /** They may take one element several times and leave others out. */
  private static final Set<String> SELECTED_FROM_THE_FIRST =
      Set.of("gather", "index", "index_select", "masked_select", "take", "take_along_dim");

  /** Only the first result; the others tell where the values were. */
  private static final Set<String> SORTED = Set.of("sort", "topk");

  private static final Set<String> OF_A_LIST =
      Set.of("cat", "concat", "concatenate", "hstack", "stack", "vstack");

  private SameValues() {}

  /** A slot whose values a result has. */
  @FunctionalInterface
  interface Flow {
    /**
     * Takes in a flow of values.
     *
     * @param whole whether the result has all elements of the operand, each once
     */
    void from(int operand, int result, boolean whole);
  }

  /** Whether results of an operator hold values of its operands. */
  static boolean isOf(OperatorSchema schema) {
    String name = schema.baseName();
    return OF_A_LIST.contains(name)
        || (schema.argumentName(0).equals("self")
            && (OF_THE_FIRST.contains(name)
                || SELECTED_FROM_THE_FIRST.contains(name)
                || SORTED.contains(name)));
  }

  /** Whether a call does no more than give another tensor on the storage of an operand. */
  static boolean isView(
      Step.OperatorCall call, OperatorSchema schema, StorageVersion storage, SlotTable slots) {
    boolean[] elsewhere = {!isOf(schema) && schema.writesElements()};
    SlotResults.forEach(call, slot -> elsewhere[0] |= slots.storage(slot) != storage);
    return !elsewhere[0];
  }

  /** Hands on each operand of a call whose values a result has. */
  static void forEach(Step.OperatorCall call, OperatorSchema schema, SlotTable slots, Flow flow) {
    if (!isOf(schema) || call.operands().isEmpty()) {
      return;
    }
    boolean complete = !SELECTED_FROM_THE_FIRST.contains(schema.baseName());
    long ordered = SORTED.contains(schema.baseName()) ? 1 : Long.MAX_VALUE;
    for (Result result : call.results().stream().limit(ordered).toList()) {
      SlotUses.forEach(
          call.operands().get(0),
          operand ->
              SlotResults.forEach(
                  result,
                  slot ->
                      flow.from(
                          operand.slot(),
                          slot,
                          complete
                              && slots.tensor(slot).elements()
                                  == slots.tensor(operand.slot()).elements())));
    }
  }
}
