package org.calque.runtime.torch;

/** Where a tensor lies, and which stream uses it. */
final class MemoryEquivalents {
  private MemoryEquivalents() {}

  static void addTo(EquivalentTable table) {
    table.approximate(
        "aten::pin_memory aten::_pin_memory",
        "aten::clone",
        "to memory that is not pinned",
        1,
        given -> given.pick(0));
    table.skipped("aten::record_stream", "all operators run on one stream");
    table.skipped(
        "aten::_cudnn_init_dropout_state",
        "the CPU's generator of random numbers has no such state");
  }
}
