package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.calque.runtime.Operand.doubles;
import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.flags;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.calque.runtime.Operand.tensors;
import static org.calque.runtime.Operand.written;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.calque.runtime.DataType;
import org.calque.runtime.Device;
import org.calque.runtime.Operand;
import org.calque.runtime.Support;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What older versions of PyTorch recorded runs under the name and arguments of this one. */
class UpgradesTest {
  private final TestFrame frame = new TestFrame();

  @AfterEach
  void close() {
    frame.close();
  }

  private void assertSame(int found, int expected) {
    assertThat(frame.read(found)).containsExactly(frame.read(expected), within(2e-5));
  }

  @Test
  void operatorsThatWereRenamedRun() {
    int first = frame.range(2);
    int second = frame.filled(7, 2);
    assertThat(frame.call("aten::_cat", tensors(slot(first), slot(second)), number(0)))
        .containsExactly(0, 1, 7, 7);
    int condition = frame.values(DataType.BOOL, List.of(1, 0), 2);
    assertThat(frame.call("aten::_s_where", slot(condition), slot(first), slot(second)))
        .containsExactly(0, 7);
    int places = frame.values(DataType.INT64, List.of(1, 0), 2);
    assertThat(
            frame.call("aten::_index_copy_", written(second), number(0), slot(places), slot(first)))
        .containsExactly(1, 0);
    assertThat(new TorchEngine().support("aten::_cat", Device.CPU))
        .isEqualTo(new Support(Support.Kind.EXACT, "aten::cat"));
  }

  @Test
  void aWeightIsItsDirectionTimesItsLength() {
    int direction = frame.values(DataType.FLOAT32, List.of(3, 4), 1, 2);
    int length = frame.filled(10, 1, 1);
    int[] made =
        frame.calls(
            2, "aten::_weight_norm_cuda_interface", slot(direction), slot(length), number(0));
    assertThat(frame.read(made[0])).containsExactly(new double[] {6, 8}, within(1e-5));
    assertThat(frame.read(made[1])).containsExactly(5);
    int gradient = frame.filled(1, 1, 2);
    int[] slopes =
        frame.calls(
            2,
            "aten::_weight_norm_cuda_interface_backward",
            slot(gradient),
            slot(direction),
            slot(length),
            slot(made[1]),
            number(0));
    assertThat(frame.read(slopes[1])).containsExactly(new double[] {1.4}, within(1e-5));
  }

  private final int image = frame.random(1, 2, 4, 5);
  private final int filters = frame.random(3, 2, 2, 2);
  private final int gradient = frame.random(1, 3, 3, 4);

  private int[] expectedSlopes() {
    return frame.calls(
        3,
        "aten::convolution_backward",
        slot(gradient),
        slot(image),
        slot(filters),
        ints(3),
        ints(2, 1),
        ints(1, 0),
        ints(1, 1),
        flag(false),
        ints(0, 0),
        number(1),
        flags(true, true, true));
  }

  @ParameterizedTest
  @CsvSource({
    "cudnn_convolution_backward, 3, 2",
    "miopen_convolution_backward, 2, 3",
    "miopen_depthwise_convolution_backward, 2, 3",
    "mkldnn_convolution_backward, 0, 3"
  })
  void convolutionsOfEachLibraryHadTheirSlopes(String operator, int switches, int slopes) {
    List<Operand> operands =
        new ArrayList<>(
            List.of(
                slot(image),
                slot(gradient),
                slot(filters),
                ints(1, 0),
                ints(2, 1),
                ints(1, 1),
                number(1)));
    for (int i = 0; i < switches; i++) {
      operands.add(flag(false));
    }
    if (operator.startsWith("mkldnn")) {
      operands.add(flags(true, true, true));
    } else {
      operands.add(slopes == 2 ? flags(true, true) : flags(true, true, true));
    }
    int[] made = frame.calls(slopes, "aten::" + operator, operands.toArray(Operand[]::new));

    int[] expected = expectedSlopes();
    for (int i = 0; i < slopes; i++) {
      assertSame(made[i], expected[i]);
    }
  }

  @Test
  void transposedConvolutionsHadTheirSlopes() {
    int transposed = frame.random(3, 2, 2, 2);
    int small = frame.random(1, 3, 3, 4);
    int large = frame.random(1, 2, 4, 5);
    int[] made =
        frame.calls(
            2,
            "aten::cudnn_convolution_transpose_backward",
            slot(small),
            slot(large),
            slot(transposed),
            ints(1, 0),
            ints(0, 0),
            ints(2, 1),
            ints(1, 1),
            number(1),
            flag(false),
            flag(false),
            flag(false),
            flags(true, true));
    int[] expected =
        frame.calls(
            3,
            "aten::convolution_backward",
            slot(large),
            slot(small),
            slot(transposed),
            none(),
            ints(2, 1),
            ints(1, 0),
            ints(1, 1),
            flag(true),
            ints(0, 0),
            number(1),
            flags(true, true, false));
    assertSame(made[0], expected[0]);
    assertSame(made[1], expected[1]);
  }

  @Test
  void convolutionsOfCudnnHadABias() {
    int bias = frame.random(3);
    int expected =
        frame
            .calls(
                1,
                "aten::convolution",
                slot(image),
                slot(filters),
                slot(bias),
                ints(2, 1),
                ints(1, 0),
                ints(1, 1),
                flag(false),
                ints(0, 0),
                number(1))[0];
    assertSame(
        frame
            .calls(
                1,
                "aten::cudnn_convolution.deprecated",
                slot(image),
                slot(filters),
                slot(bias),
                ints(1, 0),
                ints(2, 1),
                ints(1, 1),
                number(1),
                flag(false),
                flag(false))[0],
        expected);
    assertThat(
            frame.sizes(
                frame
                    .calls(
                        1,
                        "aten::cudnn_convolution.deprecated2",
                        slot(image),
                        slot(filters),
                        ints(1, 0),
                        ints(2, 1),
                        ints(1, 1),
                        number(1),
                        flag(false),
                        flag(false))[0]))
        .isEqualTo(frame.sizes(expected));
  }

  @ParameterizedTest
  @CsvSource({
    "linear1d, 1, true",
    "bilinear2d, 2, true",
    "bicubic2d, 2, true",
    "trilinear3d, 3, true",
    "nearest1d, 1, false",
    "nearest2d, 2, false",
    "nearest3d, 3, false"
  })
  void resizedImagesMayTellTheFactorsInPlaceOfTheSize(String mode, int rank, boolean aligns) {
    String operator = "aten::upsample_" + mode + "_backward";
    long[] input = {1, 2, 3, 3, 3};
    long[] output = {1, 2, 7, 7, 7};
    long[] in = Arrays.copyOf(input, rank + 2);
    int slope = frame.random(Arrays.copyOf(output, rank + 2));
    long[] size = Arrays.copyOfRange(output, 2, rank + 2);
    double[] factors = new double[rank];
    Arrays.fill(factors, 2.5);
    List<Operand> old = new ArrayList<>(List.of(slot(slope), none(), ints(in)));
    List<Operand> now = new ArrayList<>(List.of(slot(slope), ints(size), ints(in)));
    List<Operand> sized = new ArrayList<>(now);
    if (aligns) {
      List.of(old, now, sized).forEach(operands -> operands.add(flag(false)));
    }
    old.add(doubles(factors));
    for (double factor : factors) {
      now.add(number(factor));
    }
    int found = frame.calls(1, operator + ".vec", old.toArray(Operand[]::new))[0];
    assertSame(found, frame.calls(1, operator, now.toArray(Operand[]::new))[0]);

    List<Operand> oldSized = new ArrayList<>(sized);
    oldSized.add(none());
    assertSame(
        frame.calls(1, operator + ".vec", oldSized.toArray(Operand[]::new))[0],
        frame.calls(1, operator, sized.toArray(Operand[]::new))[0]);
  }

  @Test
  void aRectifierWithAWeightForEachChannelHasASlopeForEach() {
    int input = frame.values(DataType.FLOAT32, List.of(-1, 2, -3, -4), 1, 2, 2);
    int slope = frame.filled(1, 1, 2, 2);
    int weight = frame.values(DataType.FLOAT32, List.of(0.5, 0.25), 2);
    int[] made = frame.calls(2, "aten::prelu_backward", slot(slope), slot(input), slot(weight));
    assertThat(frame.read(made[0])).containsExactly(0.5, 1, 0.25, 0.25);
    assertThat(frame.read(made[1])).containsExactly(-1, -7);

    int one = frame.filled(0.5, 1);
    int[] shared = frame.calls(2, "aten::prelu_backward", slot(slope), slot(input), slot(one));
    assertThat(frame.read(shared[1])).containsExactly(-8);
  }
}
