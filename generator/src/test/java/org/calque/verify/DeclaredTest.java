package org.calque.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.floats;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.RealTraces;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceTensor;
import org.calque.trace.TraceText;
import org.junit.jupiter.api.Test;

/** Differences that are no mistakes are counted, and only those. */
class DeclaredTest {
  private static final String RELU = "aten::relu(Tensor self) -> Tensor";
  private static final String VIEW =
      "aten::as_strided(Tensor(a) self, int[] size, int[] stride) -> Tensor(a)";
  private static final String ITEM = "aten::item(Tensor self) -> Scalar";
  private static final String BMM = "aten::bmm(Tensor self, Tensor mat2) -> Tensor";
  private static final String SELECT =
      "aten::select.int(Tensor(a) self, int dim, int index) -> Tensor(a)";
  private static final String RESOLVE = "aten::resolve_conj(Tensor(a) self) -> Tensor(a)";

  private static final TraceTensor X = floats(1, 4, 8);
  private static final TraceTensor Y = floats(2, 4, 8);

  private static Verdict verdict(ExecutionTrace source, ExecutionTrace replay) {
    return Comparison.of(source, Steps.outermost(source), 0, replay);
  }

  private static List<String> differences(Verdict verdict) {
    return verdict.differences().stream().map(Difference::toString).toList();
  }

  private static ExecutionTrace relu(boolean viewBefore) {
    TraceJson json = new TraceJson();
    TraceTensor view = X.view(3, 8, 4);
    if (viewBefore) {
      json.call(VIEW).takes(X, List.of(8L, 4L), List.of(4L, 1L)).gives(view);
    }
    json.call(RELU).takes(view).gives(floats(4, 8, 4));
    return json.read();
  }

  @Test
  void viewsThatTheProgramAddsAreExpected() {
    ExecutionTrace source = relu(false);
    long node = Calls.outermost(source).get(0).id();
    List<ReplayedStep> steps = List.of(new ReplayedStep(node, true), new ReplayedStep(node, false));

    Verdict verdict = Comparison.of(source, steps, 0, relu(true));
    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.declared()).isEqualTo(Map.of(Declared.VIEW, 1));
    assertThat(verdict.operators()).isEqualTo(new Agreement(1, 1));

    assertThat(differences(Comparison.of(source, steps, 0, relu(false))))
        .containsExactly("node 2 aten::relu: expected aten::as_strided before it, found nothing");
  }

  @Test
  void viewsThatTheProgramDoesNotAddAreNot() {
    assertThat(differences(verdict(relu(false), relu(true))))
        .containsExactly("at the start: expected nothing further, found aten::as_strided");
  }

  private static ExecutionTrace item(Object value) {
    TraceJson json = new TraceJson();
    json.call(ITEM).takes(floats(1)).gives(value);
    return json.read();
  }

  @Test
  void numbersReadFromTensorsMayDiffer() {
    Verdict verdict = verdict(item(47.0), item(1.0));
    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.declared()).isEqualTo(Map.of(Declared.READ_NUMBER, 1));

    assertThat(differences(verdict(item(47.0), item(47L))))
        .containsExactly("node 2 aten::item, result 0: expected 47.0, found 47");
  }

  private static final String FILL =
      "aten::fill_.Scalar(Tensor(a!) self, Scalar value) -> Tensor(a!)";

  private static ExecutionTrace inside(String schema, Object value) {
    TraceJson json = new TraceJson();
    TraceJson.Node least = json.call("aten::amin(Tensor self) -> Tensor").takes(X);
    json.call(schema).takes(floats(3), value).gives(floats(3)).inside(least);
    least.gives(floats(3));
    return json.read();
  }

  @Test
  void soMayNumbersThatAnOperatorReadsAndWritesIntoATensor() {
    assertThat(verdict(inside(FILL, 0.25), inside(FILL, 0.5)).declared())
        .isEqualTo(Map.of(Declared.READ_NUMBER, 1));
    assertThat(verdict(inside(FILL, 1L), inside(FILL, 2L)).declared())
        .isEqualTo(Map.of(Declared.READ_NUMBER, 1));
  }

  @Test
  void whatAnOperatorPassesOnToDecideWhatIsDoneMayNot() {
    String cumulate = "aten::cumsum_(Tensor(a!) self, int dim) -> Tensor(a!)";
    assertThat(differences(verdict(inside(cumulate, 1L), inside(cumulate, 2L))))
        .containsExactly("node 3 aten::cumsum_ in node 2 aten::amin, dim: expected 1, found 2");
    assertThat(differences(verdict(inside(cumulate, true), inside(cumulate, false)))).hasSize(1);
  }

  @Test
  void generatorsAreNotInATrace() {
    EditedTrace source =
        EditedTrace.of(RealTraces.mlp())
            .set(47, "inputs", "values", 2, "\"<Generator>\"")
            .set(47, "inputs", "types", 2, "\"Generator\"");

    Verdict verdict = verdict(source.read(), EditedTrace.of(RealTraces.mlp()).read());

    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.declared()).containsEntry(Declared.UNRECORDED, 1);
  }

  @Test
  void whatOperatorsCallOnAnotherDeviceIsNotCompared() {
    String text = TraceText.text(RealTraces.mlp());
    ExecutionTrace source =
        TraceText.read(text.replace("\"cpu\"", "\"cuda:0\"").replace("aten::clamp_min", "aten::x"));

    Verdict verdict = verdict(source, TraceText.read(text));

    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.declared()).containsEntry(Declared.DEVICE, 39);
    assertThat(verdict.operators()).isEqualTo(new Agreement(39, 39));
    assertThat(verdict.inside()).isEqualTo(new Agreement(0, 0));
  }

  private static ExecutionTrace product(int matrices, String further) {
    TraceJson json = new TraceJson();
    TraceTensor left = floats(1, 2, 4, 4);
    TraceTensor right = floats(2, 2, 4, 4);
    TraceTensor result = floats(3, 2, 4, 4);
    TraceJson.Node bmm = json.call(BMM).takes(left, right).gives(result);
    json.call(RESOLVE).takes(left).gives(left).inside(bmm);
    for (long i = 0; i < matrices; i++) {
      TraceTensor matrix = left.view(5 + i, 4, 4).at(16 * i);
      json.call(SELECT).takes(left, 0L, i).gives(matrix).inside(bmm);
      json.call(RESOLVE).takes(matrix).gives(matrix).inside(bmm);
    }
    if (!further.isEmpty()) {
      json.call(further).takes(left).gives(floats(9, 2, 4, 4)).inside(bmm);
    }
    return json.read();
  }

  @Test
  void aBatchedProductMayBeComputedMatrixByMatrix() {
    for (List<Integer> matrices : List.of(List.of(0, 2), List.of(2, 0))) {
      Verdict verdict = verdict(product(matrices.get(0), ""), product(matrices.get(1), ""));

      assertThat(verdict.differences()).isEmpty();
      assertThat(verdict.declared()).isEqualTo(Map.of(Declared.BATCHED_PRODUCT, 1));
      assertThat(verdict.inside()).isEqualTo(new Agreement(1, 1));
    }
    assertThat(verdict(product(2, ""), product(2, "")).declared()).isEmpty();
  }

  @Test
  void whatABatchedProductDoesBesideThatIsCompared() {
    assertThat(differences(verdict(product(0, ""), product(2, RELU))))
        .containsExactly("in node 2 aten::bmm: expected nothing further, found aten::relu");
    assertThat(differences(verdict(product(0, RELU), product(2, ""))))
        .containsExactly(
            "node 4 aten::relu in node 2 aten::bmm: expected aten::relu, found nothing");
  }

  private static ExecutionTrace convolution(boolean asks, String further) {
    TraceJson json = new TraceJson();
    TraceTensor image = floats(1, 2, 4, 4);
    TraceTensor result = floats(3, 2, 4, 4);
    TraceJson.Node outer = json.call(RELU).takes(image).gives(result);
    if (asks) {
      json.call("aten::_nnpack_available() -> bool").takes().gives(false).inside(outer);
    }
    if (!further.isEmpty()) {
      json.call(further).takes(image).gives(floats(9, 2, 4, 4)).inside(outer);
    }
    return json.read();
  }

  @Test
  void whatAnOperatorAsksOfItsBuildIsNoWork() {
    Verdict verdict = verdict(convolution(false, RELU), convolution(true, RELU));
    assertThat(verdict.differences()).isEmpty();
    assertThat(verdict.declared()).isEqualTo(Map.of(Declared.BUILD_QUESTION, 1));
    assertThat(verdict(convolution(true, ""), convolution(true, "")).declared()).isEmpty();
    assertThat(differences(verdict(convolution(false, ""), convolution(true, RELU)))).hasSize(1);
  }

  @Test
  void everyKindSaysWhy() {
    List<String> reasons = new ArrayList<>();
    for (Declared kind : Declared.values()) {
      reasons.add(kind.reason());
    }
    assertThat(reasons).doesNotHaveDuplicates().allMatch(reason -> reason.length() > 20);
  }
}
