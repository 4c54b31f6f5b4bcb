package org.calque.runtime.torch;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says of an operator that has no kernel for an element type how it can be replayed all the same.
 */
final class MissingType {
  private static final Pattern MESSAGE = Pattern.compile("not implemented for '(\\w+)'");

  /** LibTorch's names of floating-point types that have few kernels, and ours. */
  private static final Map<String, String> NAMES =
      Map.of(
          "Half", "float16",
          "BFloat16", "bfloat16",
          "Float8_e5m2", "float8_e5m2",
          "Float8_e4m3fn", "float8_e4m3fn",
          "Float8_e5m2fnuz", "float8_e5m2fnuz",
          "Float8_e4m3fnuz", "float8_e4m3fnuz");

  private MissingType() {}

  /** The first line of a failure's message, with the way round a missing kernel. */
  static String explained(RuntimeException failure) {
    String line = FirstLine.of(failure.getMessage());
    Matcher missing = MESSAGE.matcher(line);
    return missing.find() && NAMES.containsKey(missing.group(1))
        ? line
            + "; --allow-dtype "
            + NAMES.get(missing.group(1))
            + "=float32 replays it in another type"
        : line;
  }
}
