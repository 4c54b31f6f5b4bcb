package org.calque.runtime.torch;

import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a LibTorch was built, from the text of {@code torch.__config__.show()}.
 *
 * @param version such as {@code 2.13.0}
 * @param line compiler, BLAS, oneDNN, OpenMP and the instruction set that kernels are chosen for
 */
record TorchBuild(String version, String line) {

  /** Reads the text; what is not found is left out. */
  static TorchBuild parse(String config) {
    StringJoiner line = new StringJoiner(", ");
    add(line, "", find(config, "(GCC [\\d.]+|[Cc]lang [\\d.]+)"));
    add(line, "", blas(config));
    add(line, "oneDNN ", find(config, "MKL-DNN v([\\d.]+)"));
    add(line, "OpenMP ", find(config, "a\\.k\\.a\\. OpenMP ([\\d.]+)"));
    add(line, "CPU capability ", find(config, "CPU capability usage: (.+)"));
    String version = find(config, "TORCH_VERSION=([\\d.]+)");
    return new TorchBuild(version == null ? "unknown" : version, line.toString());
  }

  private static String blas(String config) {
    String mkl = find(config, "Math Kernel Library Version ([\\d.]+)");
    if (mkl != null) {
      return "MKL " + mkl;
    }
    String blas = find(config, "BLAS_INFO=(\\w+)");
    return "open".equals(blas) ? "OpenBLAS" : blas;
  }

  private static void add(StringJoiner line, String label, String value) {
    if (value != null) {
      line.add(label + value);
    }
  }

  private static String find(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    return matcher.find() ? matcher.group(1).strip() : null;
  }
}
