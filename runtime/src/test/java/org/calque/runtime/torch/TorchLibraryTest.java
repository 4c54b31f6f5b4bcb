package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.calque.runtime.Library;
import org.calque.runtime.ReplayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** One LibTorch per process, known by version, build and origin. */
class TorchLibraryTest {
  /** Set it to the {@code torch/lib} of PyTorch 2.13.0 to test against that. */
  static final String INSTALLED = "calque.test.torch.lib";

  private static final String UNSET = ", or unset calque.torch.lib to use the bundled LibTorch";

  @TempDir Path folder;

  @Test
  void theBundledLibraryTellsVersionAndBuild() {
    assumeThat(InstalledTorch.configured()).isEmpty();
    Library library = new TorchEngine().library();

    assertThat(library.name()).isEqualTo("LibTorch");
    assertThat(library.version()).isEqualTo(TorchVersion.bound()).isEqualTo("2.13.0");
    assertThat(library.build()).matches("GCC [\\d.]+, OpenBLAS, oneDNN .+, CPU capability .+");
    assertThat(library.origin()).isEqualTo("bundled");
  }

  @Test
  void aBuildIsReadFromTheTextThatPyTorchShows() {
    String config =
        """
        PyTorch built with:
          - GCC 13.3
          - C++ Version: 202002
          - Intel(R) oneAPI Math Kernel Library Version 2024.2-Product Build 20240605 for Intel(R) \
        64 architecture applications
          - Intel(R) MKL-DNN v3.12.0 (Git Hash 80afa71049cd69a3df32adcccb623b12cd7baa22)
          - OpenMP 201511 (a.k.a. OpenMP 4.5)
          - CPU capability usage: AVX512
          - Build settings: BLAS_INFO=mkl, BUILD_TYPE=Release, TORCH_VERSION=2.13.0, USE_CUDA=0,
        """;

    assertThat(TorchBuild.parse(config))
        .isEqualTo(
            new TorchBuild(
                "2.13.0",
                "GCC 13.3, MKL 2024.2, oneDNN 3.12.0, OpenMP 4.5, CPU capability AVX512"));
    assertThat(TorchBuild.parse("")).isEqualTo(new TorchBuild("unknown", ""));
  }

  @Test
  void aMissingFolderIsRefused() {
    assertRefused(folder.resolve("lib"))
        .hasMessage(
            "calque.torch.lib: "
                + folder.resolve("lib")
                + " is not a folder; name the torch/lib folder of PyTorch 2.13.0"
                + UNSET);
  }

  @Test
  void anotherVersionIsRefused() throws IOException {
    Path lib = Files.createDirectory(folder.resolve("lib"));
    Files.writeString(folder.resolve("version.py"), "__version__ = '2.10.0+cu128'\ndebug = False");

    assertRefused(lib)
        .hasMessage(
            "calque.torch.lib: "
                + lib
                + " belongs to PyTorch 2.10.0, but operators are bound for 2.13.0;"
                + " install torch==2.13.0"
                + UNSET);
  }

  @Test
  void anUnknownVersionIsRefused() throws IOException {
    Path lib = Files.createDirectory(folder.resolve("lib"));

    assertRefused(lib).hasMessageContaining("has neither version.py nor build-version");
    Files.writeString(folder.resolve("version.py"), "debug = False");
    assertRefused(lib).hasMessageContaining("is of unknown version");
  }

  @Test
  void missingLibrariesAreRefused() throws IOException {
    Path lib = Files.createDirectory(folder.resolve("lib"));
    Files.writeString(folder.resolve("version.py"), "__version__ = '2.13.0+cpu'");
    Files.createFile(lib.resolve("libc10.so"));

    assertRefused(lib)
        .hasMessageContaining(lib + " has no libtorch_cpu.so; reinstall torch==2.13.0");
  }

  private static AbstractThrowableAssert<?, ?> assertRefused(Path lib) {
    return assertThatThrownBy(new InstalledTorch(lib, "calque.torch.lib")::check)
        .isInstanceOf(ReplayException.class)
        .hasMessageNotContaining("\n");
  }

  @Test
  void versionsAreReadFromPackagesAndArchivesWithoutTheirSuffix() throws IOException {
    Path lib = Files.createDirectory(folder.resolve("lib"));

    Files.writeString(folder.resolve("build-version"), "2.13.0+cpu\n");
    assertThat(TorchVersion.of(lib)).contains("2.13.0");
    Files.writeString(
        folder.resolve("version.py"),
        "from typing import Optional\n\n__version__: str = \"2.14.0a0+git1234\"\n");
    assertThat(TorchVersion.of(lib)).contains("2.14.0a0");
  }

  @Test
  void aWrongFolderIsRefusedBeforeAnythingIsLoaded() {
    Fork fork =
        Fork.run(ForkedReplay.class, Map.of("CALQUE_TORCH_LIB", folder.resolve("no").toString()));

    assertThat(fork.output())
        .contains("refused: CALQUE_TORCH_LIB: " + folder.resolve("no") + " is not a folder")
        .doesNotContain("mapped:");
    assertThat(fork.exit()).isZero();
  }

  @Test
  void anotherLibTorchOnTheLibraryPathIsNotLoaded() throws IOException {
    for (String decoy : TorchFiles.IN_ORDER) {
      Files.writeString(folder.resolve(decoy), "not a library");
    }

    Fork fork = Fork.run(ForkedReplay.class, Map.of("LD_LIBRARY_PATH", folder.toString()));

    assertThat(fork.output())
        .contains("convolution: 27.0", "addmm: 65.0", "origin=bundled")
        .doesNotContain("mapped: " + folder);
    assertThat(fork.exit()).isZero();
  }

  @Test
  void tensorsAreNotLimitedByTheSizeOfTheHeap() {
    Fork fork = Fork.run(ForkedLargeTensors.class, Map.of(), "-Xmx32m");

    assertThat(fork.output()).containsPattern("resident: [5-9]\\d\\d");
    assertThat(fork.exit()).isZero();
  }

  @Test
  @EnabledIfSystemProperty(named = INSTALLED, matches = ".+")
  void anInstalledPyTorchTakesThePlaceOfTheBundledOne() {
    String lib = System.getProperty(INSTALLED);

    Fork fork = Fork.run(ForkedReplay.class, Map.of(), "-Dcalque.torch.lib=" + lib);

    assertThat(fork.output())
        .contains(
            "convolution: 27.0",
            "addmm: 65.0",
            "attention: 1",
            "embedding_bag: 6.0",
            "version=2.13.0",
            "origin=" + lib,
            "mapped: " + lib + "/libtorch_cpu.so",
            "mapped: " + lib + "/libc10.so");
    assertThat(fork.output().lines().filter(line -> line.startsWith("mapped: ")))
        .hasSize(3)
        .allMatch(line -> line.startsWith("mapped: " + lib));
    assertThat(fork.exit()).isZero();
  }

  @Test
  @EnabledIfSystemProperty(named = INSTALLED, matches = ".+")
  void anInstalledPyTorchIsRefusedWhereJavaCppWouldLoadTheBundledOneBesideIt() {
    Fork fork =
        Fork.run(
            ForkedReplay.class,
            Map.of(),
            "-Dcalque.torch.lib=" + System.getProperty(INSTALLED),
            "-D" + ForkedReplay.JAVACPP_FIRST + "=true");

    assertThat(fork.output())
        .contains("refused: calque.torch.lib: something else in this process used JavaCPP before")
        .doesNotContain("mapped:");
    assertThat(fork.exit()).isZero();
  }
}
