package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.UNDEFINED;
import static org.calque.trace.TraceTensor.floats;
import static org.calque.trace.TraceTensor.longs;

import java.util.List;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.RealTraces;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceTensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Floating-point operations and bytes, against numbers worked out by hand. */
class OperatorCostTest {
  private static final String CONVOLUTION =
      "aten::convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride,"
          + " SymInt[] padding, SymInt[] dilation, bool transposed, SymInt[] output_padding,"
          + " SymInt groups) -> Tensor";
  private static final String CONVOLUTION_BACKWARD =
      "aten::convolution_backward(Tensor grad_output, Tensor input, Tensor weight,"
          + " SymInt[]? bias_sizes, SymInt[] stride, SymInt[] padding, SymInt[] dilation,"
          + " bool transposed, SymInt[] output_padding, SymInt groups, bool[3] output_mask)"
          + " -> (Tensor, Tensor, Tensor)";
  private static final List<Long> ONES = List.of(1L, 1L);

  private final TraceJson json = new TraceJson();

  private OperatorCost cost() {
    TraceNode node = json.read().nodes().get(1);
    return OperatorCost.of(node, OperatorSchema.parse(node.schema()));
  }

  @Test
  void aMatrixProductMultipliesAndAddsOnceForEachTriple() {
    json.call("aten::mm(Tensor self, Tensor mat2) -> Tensor")
        .takes(floats(1, 3, 5), floats(2, 5, 7))
        .gives(floats(3, 3, 7));

    assertThat(cost()).isEqualTo(new OperatorCost(2 * 3 * 5 * 7, 4 * (15 + 35 + 21)));
  }

  @Test
  void theAdditionInAddmmCountsNothing() {
    json.call("aten::addmm(Tensor self, Tensor mat1, Tensor mat2) -> Tensor")
        .takes(floats(4, 7), floats(1, 3, 5), floats(2, 5, 7))
        .gives(floats(3, 3, 7));

    assertThat(cost().flops()).isEqualTo(2 * 3 * 5 * 7);
  }

  @Test
  void aBatchOfProductsCountsEach() {
    json.call("aten::bmm(Tensor self, Tensor mat2) -> Tensor")
        .takes(floats(1, 11, 3, 5), floats(2, 11, 5, 7))
        .gives(floats(3, 11, 3, 7));

    assertThat(cost().flops()).isEqualTo(11 * 2 * 3 * 5 * 7);
  }

  @Test
  void aSumOverABatchOfProductsCountsEachToo() {
    json.call("aten::addbmm(Tensor self, Tensor batch1, Tensor batch2) -> Tensor")
        .takes(floats(4, 3, 7), floats(1, 11, 3, 5), floats(2, 11, 5, 7))
        .gives(floats(3, 3, 7));

    assertThat(cost().flops()).isEqualTo(11 * 2 * 3 * 5 * 7);
  }

  @Test
  void aLinearLayerCountsItsProduct() {
    json.call("aten::linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor")
        .takes(floats(1, 2, 3, 5), floats(2, 7, 5), floats(4, 7))
        .gives(floats(3, 2, 3, 7));

    assertThat(cost().flops()).isEqualTo(2 * (2 * 3) * 5 * 7);
  }

  @Test
  void aConvolutionCountsAFilterForEachElementOfItsOutput() {
    json.call("aten::conv2d(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor")
        .takes(floats(1, 2, 4, 10, 10), floats(2, 6, 4, 3, 3), null)
        .gives(floats(3, 2, 6, 8, 8));

    assertThat(cost().flops()).isEqualTo(2 * (2 * 6 * 8 * 8) * (4 * 3 * 3));
  }

  @Test
  void aGroupedConvolutionCountsTheChannelsOfOneGroup() {
    json.call("aten::conv2d(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor")
        .takes(floats(1, 2, 4, 10, 10), floats(2, 6, 2, 3, 3), null)
        .gives(floats(3, 2, 6, 8, 8));

    assertThat(cost().flops()).isEqualTo(2 * (2 * 6 * 8 * 8) * (2 * 3 * 3));
  }

  @Test
  void aTransposedConvolutionCountsAFilterForEachElementOfItsInput() {
    convolution(floats(1, 2, 4, 8, 8), floats(2, 4, 6, 3, 3), true, floats(3, 2, 6, 10, 10));

    assertThat(cost().flops()).isEqualTo(2 * (2 * 4 * 8 * 8) * (6 * 3 * 3));
  }

  @Test
  void theSameUnderItsOtherName() {
    json.call("aten::conv_transpose2d.input(Tensor input, Tensor weight) -> Tensor")
        .takes(floats(1, 2, 4, 8, 8), floats(2, 4, 6, 3, 3))
        .gives(floats(3, 2, 6, 10, 10));

    assertThat(cost().flops()).isEqualTo(2 * (2 * 4 * 8 * 8) * (6 * 3 * 3));
  }

  private void convolution(
      TraceTensor input, TraceTensor weight, boolean transposed, TraceTensor output) {
    json.call(CONVOLUTION)
        .takes(input, weight, null, ONES, List.of(0L, 0L), ONES, transposed, List.of(0L, 0L), 1L)
        .gives(output);
  }

  @ParameterizedTest
  @CsvSource({"true,true,2", "false,true,1", "true,false,1", "false,false,0"})
  void theBackwardOfAConvolutionCountsOnceForEachGradientOfInputAndWeight(
      boolean input, boolean weight, int gradients) {
    convolutionBackward(false, List.of(input, weight, true));

    assertThat(cost().flops()).isEqualTo(gradients * 2.0 * (2 * 6 * 8 * 8) * (4 * 3 * 3));
  }

  private void convolutionBackward(boolean transposed, List<Boolean> mask) {
    TraceTensor x = floats(1, 2, 4, 10, 10);
    TraceTensor y = floats(3, 2, 6, 8, 8);
    json.call(CONVOLUTION_BACKWARD)
        .takes(
            transposed ? x : y,
            transposed ? y : x,
            floats(2, 6, 4, 3, 3),
            null,
            ONES,
            List.of(0L, 0L),
            ONES,
            transposed,
            List.of(0L, 0L),
            1L,
            mask)
        .gives(floats(4, 2, 4, 10, 10), floats(5, 6, 4, 3, 3), UNDEFINED);
  }

  @Test
  void theBackwardOfATransposedConvolutionIsThatOfTheConvolutionTheOtherWayRound() {
    convolutionBackward(true, List.of(true, true, false));

    assertThat(cost().flops()).isEqualTo(2 * 2.0 * (2 * 6 * 8 * 8) * (4 * 3 * 3));
  }

  @Test
  void attentionIsTwoProducts() {
    json.call(
            "aten::scaled_dot_product_attention(Tensor query, Tensor key, Tensor value) -> Tensor")
        .takes(floats(1, 2, 4, 10, 8), floats(2, 2, 4, 12, 8), floats(3, 2, 4, 12, 6))
        .gives(floats(5, 2, 4, 10, 6));

    assertThat(cost().flops()).isEqualTo(2 * 2 * 4 * (10 * 12 * 8 + 10 * 12 * 6));
  }

  @Test
  void theBackwardOfAttentionCountsFiveProductsForTwo() {
    json.call(
            "aten::_scaled_dot_product_flash_attention_for_cpu_backward(Tensor grad_out,"
                + " Tensor query, Tensor key, Tensor value) -> (Tensor, Tensor, Tensor)")
        .takes(
            floats(4, 2, 4, 10, 8),
            floats(1, 2, 4, 10, 8),
            floats(2, 2, 4, 12, 8),
            floats(3, 2, 4, 12, 8))
        .gives(floats(5, 2, 4, 10, 8));

    assertThat(cost().flops()).isEqualTo(5 * 2 * 2 * 4 * 10 * 12 * 8);
  }

  @Test
  void whatContractsNothingCountsNothing() {
    json.call("aten::relu(Tensor self) -> Tensor").takes(floats(1, 8)).gives(floats(2, 8));

    assertThat(cost()).isEqualTo(new OperatorCost(0, 64));
  }

  @Test
  void aTensorThatIsTakenTwiceOrReturnedCountsItsBytesOnce() {
    TraceTensor x = longs(1, 8);
    json.call("aten::add_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)")
        .takes(x, x)
        .gives(x);

    assertThat(cost().bytes()).isEqualTo(64);
  }

  /** Counted by {@code torch.utils.flop_counter} of PyTorch 2.13 for the very same steps. */
  @ParameterizedTest
  @CsvSource({
    "dlrm_train, 2086535168",
    "gpt_train, 22145925120",
    "resnet50_train, 31918129152",
    // And 8 x 8 heads x 128 x 128 x 64 x 4 in 8 layers of attention, which it does not know on
    // CPUs.
    "bert_inference, 26310868992"
  })
  void wholeStepsCountWhatPyTorchCounts(String workload, double flops) {
    ExecutionTrace trace = ExecutionTraceReader.read(RealTraces.own(workload));
    ReplayProgram program = ProgramBuilder.build(workload, trace);

    assertThat(WorkloadManifest.of(program, trace, Origin.UNKNOWN, "X", true).flops())
        .isEqualTo(flops);
  }

  @Test
  void aResnet50StepIsThreeTimesItsForwardPass() {
    // 4.09 G multiply-adds for an image of 224 x 224 (Bianco et al., 2018), so 0.334 G for one of
    // 64 x 64; the backward pass does them twice, but for the gradient of the first layer's input.
    ExecutionTrace trace = ExecutionTraceReader.read(RealTraces.own("resnet50_train"));
    Origin origin =
        Origin.read(RealTraces.own("resnet50_train").resolveSibling("resnet50_train.origin.json"));
    ReplayProgram program = ProgramBuilder.build("resnet50_train", trace);

    WorkloadManifest manifest = WorkloadManifest.of(program, trace, origin, "X", true);

    double perImage = manifest.flops() / origin.batchSize();
    assertThat(perImage).isBetween(2 * 3 * 0.33e9, 2 * 3 * 0.335e9);
  }
}
