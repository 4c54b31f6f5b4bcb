package org.calque.runtime.torch;

import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.flags;

import java.util.List;

/** Normalisation by cuDNN and MIOpen. */
final class NormEquivalents {
  private NormEquivalents() {}

  static void addTo(EquivalentTable table) {
    table.exact(
        "aten::cudnn_batch_norm aten::miopen_batch_norm",
        "aten::native_batch_norm",
        3,
        given -> given.pick(0, 1, 2, 3, 4, 5, 6, 7));
    table.exact(
        "aten::cudnn_batch_norm_backward aten::miopen_batch_norm_backward",
        "aten::native_batch_norm_backward",
        3,
        given ->
            given.pick(
                List.of(1, 0, 2, 3, 4, 5, 6), flag(true), given.at(7), flags(true, true, true)));
  }
}
