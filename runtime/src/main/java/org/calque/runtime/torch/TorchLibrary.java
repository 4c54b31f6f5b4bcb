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
  private static final String BUNDLED_WITH_CUDA = "bundled, with CUDA";

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
    boolean withCuda = installed.isEmpty() && CudaTorch.isPacked();
    String bundled = withCuda ? BUNDLED_WITH_CUDA : BUNDLED;
    String origin = installed.map(InstalledTorch::folder).map(Path::toString).orElse(bundled);
    try {
      JavaCppSettings.apply(installed.isPresent() || withCuda);
      if (installed.isPresent()) {
        installed.get().load();
      } else if (withCuda) {
        CudaTorch.load();
      } else {
        BundledTorch.load();
      }
      return new TorchLibrary(describe(origin, OperatorLibraries.configured().load()));
    } catch (IOException | LinkageError e) {
      throw new ReplayException(
          "LibTorch ("
              + origin
              + ") cannot be loaded: "
              + FirstLine.of(e.getMessage())
              + (withCuda ? "; install that library, or take the one with CUDA away" : ""),
          e);
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

  /** Whether it was built with CUDA. */
  boolean hasCuda() {
    return torch.hasCUDA();
  }

  /** Why this LibTorch cannot use a CUDA device that is there, or empty if it can. */
  Optional<String> cudaProblem() {
    String name = "LibTorch " + facts.version() + " (" + facts.origin() + ")";
    if (!hasCuda()) {
      return Optional.of(
          name
              + " has no CUDA; name the torch/lib folder of a CUDA build of PyTorch "
              + facts.version()
              + " with -D"
              + InstalledTorch.PROPERTY
              + ", or build with mvn package -Pcuda");
    }
    return torch.cuda_is_available()
        ? Optional.empty()
        : Optional.of(name + " was built for another CUDA than this driver is for; update it");
  }

  /** How an operator runs on a device: itself, by an equivalent, or not at all. */
  Support support(String operator, TorchDevice device) {
    Optional<Equivalent> equivalent = equivalent(operator, device);
    if (equivalent.isEmpty()) {
      return supportOf(TorchOperator.find(operator), device);
    }
    return equivalent.get().operators().stream()
        .map(other -> supportOf(TorchOperator.find(other), device))
        .filter(itself -> itself.kind() == Support.Kind.IMPOSSIBLE)
        .findFirst()
        .orElse(equivalent.get().support());
  }

  /** What does an operator's work on a device in its place, if anything has to and does. */
  Optional<Equivalent> equivalent(String operator, TorchDevice device) {
    Optional<Equivalent> row = Equivalents.of(operator);
    boolean skipped = row.filter(any -> any.support().kind() == Support.Kind.SKIPPED).isPresent();
    boolean itself =
        !device.isCpu() && TorchOperator.find(operator).filter(device::runs).isPresent();
    return itself && !skipped ? Optional.empty() : row;
  }

  /** Whether what was found under an operator's own name runs on a device, and why not. */
  Support supportOf(Optional<TorchOperator> operator, TorchDevice device) {
    return operator
        .map(
            found -> device.runs(found) ? Support.ITSELF : Support.impossible(device.lacksKernel()))
        .orElseGet(() -> Support.impossible("is unknown to LibTorch " + facts.version()));
  }

  /**
   * Limits every native thread pool that operators of the calling thread use. ATen's and oneDNN's
   * limit belongs to the thread, that of the bundled OpenBLAS to the process.
   */
  void limitThreads(int threads) {
    torch.set_num_threads(threads);
    if (facts.origin().startsWith(BUNDLED)) {
      openblas_nolapack.blas_set_num_threads(threads);
    }
  }
}
