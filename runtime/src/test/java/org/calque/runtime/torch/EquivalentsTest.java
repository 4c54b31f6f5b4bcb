package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.flags;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.last;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.calque.runtime.Operand.unrecorded;
import static org.calque.runtime.Result.dropped;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.calque.runtime.DataType;
import org.calque.runtime.Operand;
import org.calque.runtime.Result;
import org.calque.runtime.Slot;
import org.calque.runtime.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What runs on the CPU in place of another device's operator gives what that operator is defined to
 * give, written out here from its definition.
 */
class EquivalentsTest {
  private static final double TOLERANCE = 2e-5;
  private static final double EPSILON = 1e-5;

  private final TestFrame frame = new TestFrame();

  @AfterEach
  void close() {
    frame.close();
  }

  private int random(long... sizes) {
    return frame.tensor(DataType.FLOAT32, Values.uniform(-1, 1), sizes);
  }

  @Test
  void everyRowNamesOperatorsThatRunHere() {
    TorchLibrary library = TorchLibrary.load();
    Equivalents.all()
        .forEach(
            (name, equivalent) -> {
              assertThat(library.support(name, TorchDevice.CPU).kind())
                  .as(name)
                  .isEqualTo(equivalent.support().kind());
            });
  }

  // Batch norm: two channels of four numbers each.

  private static final int CHANNELS = 2;
  private static final int EACH = 4;

  private static double[] channel(double[] values, int channel) {
    double[] numbers = new double[EACH];
    for (int i = 0; i < EACH; i++) {
      // Two images of two numbers in each channel.
      numbers[i] = values[i / 2 * CHANNELS * 2 + channel * 2 + i % 2];
    }
    return numbers;
  }

  private static double mean(double[] numbers) {
    double sum = 0;
    for (double number : numbers) {
      sum += number;
    }
    return sum / numbers.length;
  }

  private static double inverseDeviation(double[] numbers) {
    double mean = mean(numbers);
    double squares = 0;
    for (double number : numbers) {
      squares += (number - mean) * (number - mean);
    }
    return 1 / Math.sqrt(squares / numbers.length + EPSILON);
  }

  @ParameterizedTest
  @ValueSource(strings = {"aten::cudnn_batch_norm", "aten::miopen_batch_norm"})
  void batchNormNormalisesEachChannel(String operator) {
    int input = random(2, CHANNELS, 1, 2);
    int weight = random(CHANNELS);
    int bias = random(CHANNELS);
    int mean = frame.filled(0, CHANNELS);
    int variance = frame.filled(1, CHANNELS);
    int output = frame.empty();
    int savedMean = frame.empty();
    int saved = frame.empty();
    List<Operand> operands =
        List.of(
            slot(input),
            slot(weight),
            slot(bias),
            slot(mean),
            slot(variance),
            flag(true),
            number(0.1),
            number(EPSILON));
    Result[] results =
        operator.contains("cudnn")
            ? new Result[] {slot(output), slot(savedMean), slot(saved), dropped()}
            : new Result[] {slot(output), slot(savedMean), slot(saved)};

    frame.run(operator, operands, results);

    for (int c = 0; c < CHANNELS; c++) {
      double[] numbers = channel(frame.read(input), c);
      double[] normalised = channel(frame.read(output), c);
      for (int i = 0; i < EACH; i++) {
        assertThat(normalised[i])
            .isCloseTo(
                (numbers[i] - mean(numbers)) * inverseDeviation(numbers) * frame.read(weight)[c]
                    + frame.read(bias)[c],
                within(TOLERANCE));
      }
      assertThat(frame.read(savedMean)[c]).isCloseTo(mean(numbers), within(TOLERANCE));
      assertThat(frame.read(saved)[c]).isCloseTo(inverseDeviation(numbers), within(TOLERANCE));
      assertThat(frame.read(mean)[c]).isCloseTo(0.1 * mean(numbers), within(TOLERANCE));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"aten::cudnn_batch_norm_backward", "aten::miopen_batch_norm_backward"})
  void batchNormBackwardGivesTheGradientsOfItsDefinition(String operator) {
    int input = random(2, CHANNELS, 1, 2);
    int gradient = random(2, CHANNELS, 1, 2);
    int weight = random(CHANNELS);
    int savedMean = frame.empty();
    int saved = frame.empty();
    frame.run(
        "aten::native_batch_norm",
        List.of(
            slot(input),
            slot(weight),
            none(),
            none(),
            none(),
            flag(true),
            number(0.1),
            number(EPSILON)),
        dropped(),
        slot(savedMean),
        slot(saved));
    int toInput = frame.empty();
    int toWeight = frame.empty();
    int toBias = frame.empty();
    List<Operand> operands =
        new ArrayList<>(
            List.of(
                slot(input),
                slot(gradient),
                slot(weight),
                none(),
                none(),
                slot(savedMean),
                slot(saved),
                number(EPSILON)));
    int reserve = frame.filled(0, 3);
    if (operator.contains("cudnn")) {
      operands.add(last(reserve));
    }

    frame.run(operator, operands, slot(toInput), slot(toWeight), slot(toBias));

    for (int c = 0; c < CHANNELS; c++) {
      double[] x = channel(frame.read(input), c);
      double[] dy = channel(frame.read(gradient), c);
      double invstd = inverseDeviation(x);
      double sum = 0;
      double product = 0;
      for (int i = 0; i < EACH; i++) {
        sum += dy[i];
        product += dy[i] * (x[i] - mean(x)) * invstd;
      }
      assertThat(frame.read(toBias)[c]).isCloseTo(sum, within(TOLERANCE));
      assertThat(frame.read(toWeight)[c]).isCloseTo(product, within(TOLERANCE));
      double[] dx = channel(frame.read(toInput), c);
      for (int i = 0; i < EACH; i++) {
        double normalised = (x[i] - mean(x)) * invstd;
        assertThat(dx[i])
            .isCloseTo(
                frame.read(weight)[c] * invstd * (dy[i] - sum / EACH - normalised * product / EACH),
                within(TOLERANCE));
      }
    }
    if (operator.contains("cudnn")) {
      assertThat(frame.describe(reserve)).as("the reserve, used for the last time").isNull();
    }
  }

  // Convolution: one image of 4 x 5, one filter of 2 x 3, stride 2 and 1, padding 1 and 0.

  private static final int HEIGHT = 4;
  private static final int WIDTH = 5;

  private static double[] convolved(double[] image, double[] filter, double bias) {
    double[] result = new double[3 * 3];
    for (int y = 0; y < 3; y++) {
      for (int x = 0; x < 3; x++) {
        double sum = bias;
        for (int i = 0; i < 2; i++) {
          for (int j = 0; j < 3; j++) {
            int row = 2 * y + i - 1;
            if (row >= 0 && row < HEIGHT) {
              sum += image[row * WIDTH + x + j] * filter[i * 3 + j];
            }
          }
        }
        result[y * 3 + x] = sum;
      }
    }
    return result;
  }

  @Test
  void convolutionsTakeStridePaddingAndBiasFromTheirPlaces() {
    int image = random(1, 1, HEIGHT, WIDTH);
    int filter = random(1, 1, 2, 3);
    int bias = random(1);
    Operand[] rest = {ints(1, 0), ints(2, 1), ints(1, 1), number(1), flag(false), flag(false)};

    double[] cudnn =
        frame.call(
            "aten::cudnn_convolution",
            slot(image),
            slot(filter),
            rest[0],
            rest[1],
            rest[2],
            rest[3],
            rest[4],
            rest[5],
            flag(true));
    assertThat(cudnn)
        .containsExactly(convolved(frame.read(image), frame.read(filter), 0), within(TOLERANCE));

    for (String operator :
        List.of("aten::miopen_convolution", "aten::miopen_depthwise_convolution")) {
      double[] miopen =
          frame.call(
              operator,
              slot(image),
              slot(filter),
              slot(bias),
              rest[0],
              rest[1],
              rest[2],
              rest[3],
              rest[4],
              rest[5]);
      assertThat(miopen)
          .containsExactly(
              convolved(frame.read(image), frame.read(filter), frame.read(bias)[0]),
              within(TOLERANCE));
    }
  }

  @Test
  void transposedConvolutionsUndoTheShapeOfTheOthers() {
    int image = random(1, 1, 3, 3);
    int filter = random(1, 1, 2, 3);
    double[] expected = new double[HEIGHT * WIDTH];
    double[] from = frame.read(image);
    double[] weights = frame.read(filter);
    for (int y = 0; y < 3; y++) {
      for (int x = 0; x < 3; x++) {
        for (int i = 0; i < 2; i++) {
          for (int j = 0; j < 3; j++) {
            int row = 2 * y + i - 1;
            if (row >= 0 && row < HEIGHT) {
              expected[row * WIDTH + x + j] += from[y * 3 + x] * weights[i * 3 + j];
            }
          }
        }
      }
    }
    Operand[] common = {ints(1, 0), ints(0, 0), ints(2, 1), ints(1, 1), number(1), flag(false)};

    assertThat(
            frame.call(
                "aten::cudnn_convolution_transpose",
                slot(image),
                slot(filter),
                common[0],
                common[1],
                common[2],
                common[3],
                common[4],
                common[5],
                flag(false),
                flag(true)))
        .containsExactly(expected, within(TOLERANCE));
    assertThat(
            frame.call(
                "aten::miopen_convolution_transpose",
                slot(image),
                slot(filter),
                none(),
                common[0],
                common[1],
                common[2],
                common[3],
                common[4],
                common[5],
                flag(false)))
        .containsExactly(expected, within(TOLERANCE));
  }

  // Attention: one head, three positions of width two.

  private static final int LENGTH = 3;
  private static final int DIMENSIONS = 2;
  private static final double SCALE = 0.7;

  private static double[] attended(double[] q, double[] k, double[] v, double[] mask) {
    double[] result = new double[LENGTH * DIMENSIONS];
    for (int i = 0; i < LENGTH; i++) {
      double[] weights = new double[LENGTH];
      double sum = 0;
      for (int j = 0; j < LENGTH; j++) {
        double score = 0;
        for (int d = 0; d < DIMENSIONS; d++) {
          score += q[i * DIMENSIONS + d] * k[j * DIMENSIONS + d];
        }
        weights[j] = Math.exp(score * SCALE + mask[i * LENGTH + j]);
        sum += weights[j];
      }
      for (int j = 0; j < LENGTH; j++) {
        for (int d = 0; d < DIMENSIONS; d++) {
          result[i * DIMENSIONS + d] += weights[j] / sum * v[j * DIMENSIONS + d];
        }
      }
    }
    return result;
  }

  private static final double[] CAUSAL = {
    0, Double.NEGATIVE_INFINITY, Double.NEGATIVE_INFINITY, 0, 0, Double.NEGATIVE_INFINITY, 0, 0, 0
  };

  /** Query, key, value, and what may be added to their scores. */
  private final int[] tensors = {
    random(1, 1, LENGTH, DIMENSIONS),
    random(1, 1, LENGTH, DIMENSIONS),
    random(1, 1, LENGTH, DIMENSIONS),
    random(1, 1, LENGTH, LENGTH)
  };

  private double[] expected(double[] mask) {
    return attended(frame.read(tensors[0]), frame.read(tensors[1]), frame.read(tensors[2]), mask);
  }

  private static Result[] firstTwo(int output, int logSumExp, int all) {
    Result[] results = new Result[all];
    Arrays.fill(results, dropped());
    results[0] = slot(output);
    results[1] = slot(logSumExp);
    return results;
  }

  private void flashAttention(int output, int logSumExp) {
    frame.run(
        "aten::_scaled_dot_product_flash_attention",
        List.of(
            slot(tensors[0]),
            slot(tensors[1]),
            slot(tensors[2]),
            number(0.0),
            flag(true),
            flag(false),
            number(SCALE)),
        firstTwo(output, logSumExp, 9));
  }

  @Test
  void attentionOfOtherDevicesWeighsValuesByTheSoftmaxOfScores() {
    int output = frame.empty();
    int logSumExp = frame.empty();
    flashAttention(output, logSumExp);
    assertThat(frame.read(output)).containsExactly(expected(CAUSAL), within(TOLERANCE));

    frame.run(
        "aten::_scaled_dot_product_efficient_attention",
        List.of(
            slot(tensors[0]),
            slot(tensors[1]),
            slot(tensors[2]),
            slot(tensors[3]),
            flag(true),
            number(0.0),
            flag(false),
            number(SCALE)),
        firstTwo(output, logSumExp, 4));
    assertThat(frame.read(output))
        .containsExactly(expected(frame.read(tensors[3])), within(TOLERANCE));

    frame.run(
        "aten::_scaled_dot_product_cudnn_attention",
        List.of(
            slot(tensors[0]),
            slot(tensors[1]),
            slot(tensors[2]),
            slot(tensors[3]),
            flag(true),
            number(0.0),
            flag(false),
            flag(false),
            number(SCALE)),
        firstTwo(output, logSumExp, 9));
    assertThat(frame.read(output))
        .containsExactly(expected(frame.read(tensors[3])), within(TOLERANCE));
  }

  @Test
  void attentionBackwardGivesTheSlopesOfAttention() {
    int output = frame.empty();
    int logSumExp = frame.empty();
    flashAttention(output, logSumExp);
    int gradient = random(1, 1, LENGTH, DIMENSIONS);
    List<Operand> saved =
        List.of(
            slot(gradient),
            slot(tensors[0]),
            slot(tensors[1]),
            slot(tensors[2]),
            slot(output),
            slot(logSumExp));
    backward(
        "flash",
        saved,
        none(),
        none(),
        number(3),
        number(3),
        number(0.0),
        flag(true),
        none(),
        none(),
        number(SCALE));
    backward(
        "cudnn",
        saved,
        none(),
        none(),
        none(),
        none(),
        none(),
        number(3),
        number(3),
        number(0.0),
        flag(true),
        number(SCALE));
    List<Operand> withMask = new ArrayList<>(saved);
    withMask.add(4, none());
    backward(
        "efficient",
        withMask,
        none(),
        none(),
        number(0.0),
        flags(true, true, true, false),
        flag(true),
        number(SCALE));
  }

  private void backward(String kind, List<Operand> tensorsFirst, Operand... others) {
    List<Operand> operands = new ArrayList<>(tensorsFirst);
    operands.addAll(List.of(others));
    int[] slopes = {frame.empty(), frame.empty(), frame.empty()};
    Result[] results = new Result[kind.equals("efficient") ? 4 : 3];
    Arrays.fill(results, dropped());
    for (int i = 0; i < 3; i++) {
      results[i] = slot(slopes[i]);
    }

    frame.run("aten::_scaled_dot_product_" + kind + "_attention_backward", operands, results);

    double[] gradient = frame.read(((Slot) tensorsFirst.get(0)).index());
    for (int which = 0; which < 3; which++) {
      double[] found = frame.read(slopes[which]);
      for (int element = 0; element < found.length; element++) {
        assertThat(found[element])
            .as("%s, %d, %d", kind, which, element)
            .isCloseTo(slope(which, element, gradient), within(1e-4));
      }
    }
  }

  /** By central differences. */
  private double slope(int which, int element, double[] gradient) {
    double step = 1e-4;
    ToDoubleFunction<Double> loss =
        by -> {
          double[][] qkv = {frame.read(tensors[0]), frame.read(tensors[1]), frame.read(tensors[2])};
          qkv[which][element] += by;
          double[] attended = attended(qkv[0], qkv[1], qkv[2], CAUSAL);
          double sum = 0;
          for (int i = 0; i < attended.length; i++) {
            sum += attended[i] * gradient[i];
          }
          return sum;
        };
    return (loss.applyAsDouble(step) - loss.applyAsDouble(-step)) / (2 * step);
  }

  @Test
  void pinnedMemoryIsACopyInOrdinaryMemory() {
    int tensor = frame.range(3);
    for (String operator : List.of("aten::pin_memory", "aten::_pin_memory")) {
      int copy = frame.empty();
      frame.run(operator, List.of(slot(tensor), none()), slot(copy));

      assertThat(frame.read(copy)).containsExactly(0, 1, 2);
      assertThat(frame.describe(copy).storage()).isNotEqualTo(frame.describe(tensor).storage());
    }
  }

  @Test
  void recordingAStreamDoesNothingButLetGo() {
    int tensor = frame.range(3);
    frame.run("aten::record_stream", List.of(slot(tensor), unrecorded("Stream")));
    assertThat(frame.read(tensor)).containsExactly(0, 1, 2);

    frame.run("aten::record_stream", List.of(last(tensor), unrecorded("Stream")));
    assertThat(frame.describe(tensor)).isNull();
  }
}
