package org.calque.codegen;

import java.io.IOException;
import org.calque.trace.RealTraces;
import org.junit.jupiter.api.Test;

/** What becomes of the small training step, word for word. */
class GoldenTest {
  private final GeneratedBenchmark mlp = GeneratedFrom.file(RealTraces.mlp());

  @Test
  void theSourceIsTheApprovedOne() throws IOException {
    GoldenFiles.assertEqual(
        mlp.files().get("java/org/calque/generated/MlpTrain.java"), "MlpTrain.java");
  }

  @Test
  void theManifestIsTheApprovedOne() throws IOException {
    GoldenFiles.assertEqual(
        mlp.files().get(BenchmarkGenerator.MANIFESTS + "MlpTrain.json"), "MlpTrain.json");
  }
}
