package org.calque.runtime.torch;

import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.calque.runtime.Result.dropped;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.bytedeco.javacpp.Loader;
import org.calque.runtime.DataType;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Values;

/** Main class of forks: runs some operators, and tells which libraries that took. */
final class ForkedReplay {
  /** A property that makes it use JavaCPP before the engine. */
  static final String JAVACPP_FIRST = "calque.test.javacpp.first";

  private static final Pattern LIBRARY =
      Pattern.compile("/\\S*lib(torch_cpu|c10|gomp)\\S*\\.so\\S*");

  private ForkedReplay() {}

  public static void main(String[] arguments) throws IOException {
    if (Boolean.getBoolean(JAVACPP_FIRST)) {
      System.out.println("JavaCPP on " + Loader.getPlatform());
    }
    try {
      System.out.println(new TorchEngine().library());
      replay();
    } catch (ReplayException e) {
      System.out.println("refused: " + e.getMessage());
    }
    LIBRARY
        .matcher(Files.readString(Path.of("/proc/self/maps")))
        .results()
        .map(MatchResult::group)
        .distinct()
        .forEach(library -> System.out.println("mapped: " + library));
  }

  private static void replay() {
    try (TestFrame frame = new TestFrame()) {
      int image = frame.filled(1, 1, 3, 8, 8);
      int kernel = frame.filled(1, 2, 3, 3, 3);
      double[] convolution =
          frame.call(
              "aten::convolution",
              slot(image),
              slot(kernel),
              none(),
              ints(1, 1),
              ints(0, 0),
              ints(1, 1),
              flag(false),
              ints(0, 0),
              number(1));
      System.out.println("convolution: " + convolution[0]);

      int matrix = frame.filled(1, 64, 64);
      int bias = frame.filled(1, 64);
      double[] addmm = frame.call("aten::addmm", slot(bias), slot(matrix), slot(matrix));
      System.out.println("addmm: " + addmm[0]);

      int heads = frame.filled(1, 1, 2, 4, 8);
      double[] attention =
          frame.call("aten::scaled_dot_product_attention", slot(heads), slot(heads), slot(heads));
      System.out.println("attention: " + Math.round(attention[0]));

      int table = frame.range(10, 2);
      int indices = frame.range(DataType.INT64, 6);
      int offsets = frame.tensor(DataType.INT64, Values.offsets(6), 2);
      int bags = frame.empty();
      frame.run(
          "aten::embedding_bag",
          List.of(slot(table), slot(indices), slot(offsets)),
          slot(bags),
          dropped(),
          dropped(),
          dropped());
      System.out.println("embedding_bag: " + frame.read(bags)[0]);
    }
  }
}
