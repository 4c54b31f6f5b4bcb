package org.calque.runtime.torch;

import java.util.List;
import org.calque.runtime.Support;

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
    table.add(
        "aten::record_stream",
        new Equivalent(
            new Support(Support.Kind.SKIPPED, "the CPU has no streams"), List.of(), to -> {}));
  }
}
