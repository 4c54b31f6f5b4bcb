package org.calque.launcher;

import java.util.List;
import java.util.Map;

/** A manifest that no trace stands behind. */
final class ToyManifest {
  private ToyManifest() {}

  /** A workload of three calls of one operator, without times. */
  static Manifest of(String operator, long bytes) {
    return of(operator, bytes, 0, 0);
  }

  /** One with recorded times of its operator and of a kernel without a schema. */
  static Manifest of(String operator, long bytes, long nanos, long kernelNanos) {
    return new Manifest(
        "toy",
        "org.calque.generated.Toy",
        false,
        new Manifest.Source("toy.et.json.gz", "00", "1.0.1"),
        new Manifest.Origin(null, null, null, null, null, null, null, null),
        Map.of("threads", "1", "types", "as-recorded"),
        List.of(),
        3,
        List.of(new Manifest.OperatorCount(operator, 3, 17, nanos)),
        new Manifest.Memory(
            bytes,
            new Manifest.Piece(bytes / 2, "aten::linear weight"),
            new Manifest.Peak(29, "aten::mm", bytes / 4, bytes / 4)),
        List.of(
            new Manifest.Remark("without-schema", "triton_fused", 2, kernelNanos),
            new Manifest.Remark("communication", "allreduce", 4, 0),
            new Manifest.Remark("left-out", "profiler::label", 9, 0)));
  }
}
