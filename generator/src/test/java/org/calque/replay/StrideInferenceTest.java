package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.floats;

import java.util.List;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceTensor;
import org.calque.trace.TraceText;
import org.junit.jupiter.api.Test;

/** Strides of traces that have none. */
class StrideInferenceTest {
  private static final String RELU = "aten::relu(Tensor self) -> Tensor";
  private static final String CONTIGUOUS =
      "aten::contiguous(Tensor(a) self, *, MemoryFormat memory_format=0) -> Tensor(a)";
  private static final String AS_STRIDED =
      "aten::as_strided(Tensor(a) self, SymInt[] size, SymInt[] stride) -> Tensor(a)";
  private static final String VIEW = "aten::view(Tensor(a) self, SymInt[] size) -> Tensor(a)";

  private final TraceJson json = new TraceJson();
  private final TraceTensor image = floats(1, 2, 3, 4, 5);

  private ReplayProgram program() {
    String text = json.text().replaceAll(",\"strides\":\\[[^\"]*]", "");
    assertThat(text).doesNotContain("\"strides\":");
    return ProgramBuilder.build("hand_made", TraceText.read(text));
  }

  private long[] strides(int slot) {
    return program().slots().get(slot).strides();
  }

  @Test
  void whereNothingTellsATensorIsContiguous() {
    json.call(RELU).takes(image).gives(floats(2, 2, 3, 4, 5));

    assertThat(strides(0)).containsExactly(60, 20, 5, 1);
  }

  @Test
  void aTensorThatIsItsOwnCopyInAFormatHasThatFormatEvenBefore() {
    json.call(RELU).takes(image).gives(floats(2, 2, 3, 4, 5));
    json.call(CONTIGUOUS).takes(image, 2L).gives(image);

    assertThat(strides(0)).containsExactly(60, 1, 15, 3);
  }

  @Test
  void aCopyThatPreservesAFormatTellsThatOfItsOperand() {
    TraceTensor copy = floats(2, 2, 3, 4, 5);
    TraceJson.Node clone =
        json.call("aten::clone(Tensor self, *, MemoryFormat? memory_format=None) -> Tensor")
            .takes(image, null)
            .gives(copy);
    json.call("aten::empty_strided(SymInt[] size, SymInt[] stride) -> Tensor")
        .takes(List.of(2L, 3L, 4L, 5L), List.of(60L, 1L, 15L, 3L))
        .gives(copy)
        .inside(clone);

    assertThat(strides(0)).containsExactly(60, 1, 15, 3);
  }

  @Test
  void aTransposeInsideAnOperatorIsKnownWhereAutogradUnpacksIt() {
    TraceTensor weight = floats(1, 4, 4);
    TraceTensor transposed = weight.view(2, 4, 4);
    TraceJson.Node linear =
        json.call("aten::linear(Tensor input, Tensor weight) -> Tensor")
            .takes(floats(3, 4, 4), weight)
            .gives(floats(4, 4, 4));
    json.call(AS_STRIDED)
        .takes(weight, List.of(4L, 4L), List.of(1L, 4L))
        .gives(transposed)
        .inside(linear);
    json.call(RELU).takes(transposed).gives(floats(5, 4, 4));

    assertThat(program().slots()).extracting(TensorSlot::strides).contains(new long[] {1, 4});
    assertThat(program().storages()).hasSize(2);
  }

  @Test
  void aViewOfATensorWithGapsKeepsThem() {
    TraceTensor rows = floats(1, 4, 8);
    TraceTensor half = rows.view(2, 4, 6);
    json.call(AS_STRIDED).takes(rows, List.of(4L, 6L), List.of(8L, 1L)).gives(half);
    json.call(VIEW).takes(half, List.of(4L, 2L, 3L)).gives(half.view(3, 4, 2, 3));
    json.call(RELU).takes(half.view(3, 4, 2, 3)).gives(floats(4, 4, 2, 3));

    assertThat(strides(2)).containsExactly(8, 3, 1);
  }

  @Test
  void stridesThatNoTensorCanHaveAreNotBelieved() {
    TraceTensor x = floats(1, 4, 4);
    json.call(AS_STRIDED).takes(x, List.of(2L, 2L), List.of(1L << 60, 1L)).gives(x.view(2, 2, 2));
    json.call(AS_STRIDED).takes(x, List.of(2L, 2L), List.of(-1L, 1L)).gives(x.view(3, 2, 2));
    json.call(RELU).takes(x.view(2, 2, 2)).gives(floats(4, 2, 2));
    json.call(RELU).takes(x.view(3, 2, 2)).gives(floats(4, 2, 2));

    assertThat(strides(1)).containsExactly(2, 1);
    assertThat(strides(2)).containsExactly(2, 1);
  }

  @Test
  void aShapeIsCutFromRunsWithoutGaps() {
    assertThat(reshaped(of(2, 3, 4), of(12, 4, 1), of(6, 2, 2))).containsExactly(4, 2, 1);
    assertThat(reshaped(of(2, 3, 4), of(24, 4, 1), of(2, 12))).containsExactly(24, 1);
    assertThat(reshaped(of(2, 3, 4), of(24, 4, 1), of(24))).isNull();
    assertThat(reshaped(of(4, 6), of(1, 4), of(4, 3, 2))).containsExactly(1, 8, 4);
    assertThat(reshaped(of(3, 1, 5), of(0, 9, 1), of(1, 3, 5, 1))).containsExactly(0, 0, 1, 1);
    assertThat(reshaped(of(), of(), of(1, 1))).containsExactly(1, 1);
    assertThat(reshaped(of(0, 3), of(3, 1), of(3, 0))).isNull();
  }

  private static long[] reshaped(long[] sizes, long[] strides, long[] shape) {
    return ViewStrides.reshaped(sizes, strides, shape);
  }

  private static long[] of(long... numbers) {
    return numbers;
  }
}
