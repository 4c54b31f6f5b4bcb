package org.calque.runtime.torch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.bytedeco.openblas.global.openblas_nolapack;
import org.bytedeco.pytorch.global.torch;
import org.calque.runtime.Library;
import org.calque.runtime.OperatorLibrary;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Support;

/** The LibTorch of this process: loaded once, at the first use. */
final class TorchLibrary {
  private static final String BUNDLED = "bundled";

  private static TorchLibrary loaded;
  private static String failure;

  private final Library facts;

  private TorchLibrary(Library facts) {
    this.facts = facts;
  }

  /**
   * Loads the library unless it is loaded.
   *
   * @throws ReplayException if it cannot be loaded; native libraries cannot be loaded twice, so
   *     every later call fails with the same message
   */
  static synchronized TorchLibrary load() {
    if (failure != null) {
      throw new ReplayException(failure);
    }
    if (loaded == null) {
      try {
        loaded = loadOnce();
      } catch (ReplayException e) {
        failure = e.getMessage();
        throw e;
      }
    }
    return loaded;
  }

  private static TorchLibrary loadOnce() {
    Optional<InstalledTorch> installed = InstalledTorch.configured();
    installed.ifPresent(InstalledTorch::check);
    String origin = installed.map(InstalledTorch::folder).map(Path::toString).orElse(BUNDLED);
    try {
      JavaCppSettings.apply(installed.isPresent());
      if (installed.isPresent()) {
        installed.get().load();
      } else {
        BundledTorch.load();
      }
      return new TorchLibrary(describe(origin, OperatorLibraries.configured().load()));
    } catch (IOException | LinkageError e) {
      throw new ReplayException(
          "LibTorch (" + origin + ") cannot be loaded: " + FirstLine.of(e.getMessage()), e);
    }
  }

  private static Library describe(String origin, List<OperatorLibrary> beside) {
    TorchBuild build = TorchBuild.parse(torch.show_config().getString());
    return new Library("LibTorch", build.version(), build.line(), origin, beside);
  }

  /** Version, build and origin, and what was loaded beside it. */
  Library facts() {
    return facts;
  }

  /** How an operator runs on the CPU: itself, by an equivalent, or not at all. */
  Support support(String operator) {
    Optional<Equivalent> equivalent = Equivalents.of(operator);
    if (equivalent.isEmpty()) {
      return supportOf(TorchOperator.find(operator));
    }
    return equivalent.get().operators().stream()
        .map(other -> supportOf(TorchOperator.find(other)))
        .filter(itself -> itself.kind() == Support.Kind.IMPOSSIBLE)
        .findFirst()
        .orElse(equivalent.get().support());
  }

  /** Whether what was found under an operator's own name runs on the CPU, and why not. */
  Support supportOf(Optional<TorchOperator> operator) {
    return operator
        .map(
            found ->
                found.onCpu() ? Support.ITSELF : Support.impossible("has no kernel for the CPU"))
        .orElseGet(() -> Support.impossible("is unknown to LibTorch " + facts.version()));
  }

  /**
   * Limits every native thread pool that operators of the calling thread use. ATen's and oneDNN's
   * limit belongs to the thread, that of the bundled OpenBLAS to the process.
   */
  void limitThreads(int threads) {
    torch.set_num_threads(threads);
    if (facts.origin().equals(BUNDLED)) {
      openblas_nolapack.blas_set_num_threads(threads);
    }
  }
}
