package org.calque.runtime.torch;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.calque.runtime.ReplayException;

/**
 * The libraries of an installed PyTorch, used in place of the bundled ones.
 *
 * @param folder its {@code torch/lib}
 * @param setting the property or variable that names it, for messages
 */
record InstalledTorch(Path folder, String setting) {
  static final String PROPERTY = "calque.torch.lib";
  private static final String VARIABLE = "CALQUE_TORCH_LIB";

  /** The installation that the user named, or empty; an empty name counts as none. */
  static Optional<InstalledTorch> configured() {
    return named(System.getProperty(PROPERTY), PROPERTY)
        .or(() -> named(System.getenv(VARIABLE), VARIABLE));
  }

  private static Optional<InstalledTorch> named(String folder, String setting) {
    return folder == null || folder.isBlank()
        ? Optional.empty()
        : Optional.of(new InstalledTorch(Path.of(folder).toAbsolutePath(), setting));
  }

  /**
   * Checks version and files without loading anything: a LibTorch of another version would crash
   * the process.
   *
   * @throws ReplayException if the folder cannot be used, and why
   */
  void check() {
    String wanted = TorchVersion.bound();
    if (!Files.isDirectory(folder)) {
      throw refused("is not a folder", "name the torch/lib folder of PyTorch " + wanted);
    }
    String version =
        TorchVersion.of(folder)
            .orElseThrow(
                () ->
                    refused(
                        "is of unknown version: its parent has neither version.py nor"
                            + " build-version",
                        "name the torch/lib folder of PyTorch " + wanted));
    if (!version.equals(wanted)) {
      throw refused(
          "belongs to PyTorch " + version + ", but operators are bound for " + wanted,
          "install torch==" + wanted);
    }
    for (String name : TorchFiles.IN_ORDER) {
      if (!name.startsWith("libgomp") && !Files.isRegularFile(folder.resolve(name))) {
        throw refused("has no " + name, "reinstall torch==" + wanted);
      }
    }
  }

  private ReplayException refused(String reason, String remedy) {
    return new ReplayException(
        setting
            + ": "
            + folder
            + " "
            + reason
            + "; "
            + remedy
            + ", or unset "
            + setting
            + " to use the bundled LibTorch");
  }

  /**
   * Loads the installed libraries by absolute path, then JavaCPP's binding. The dynamic linker
   * satisfies the binding's needs with libraries already loaded under the same name, so it binds to
   * these.
   */
  void load() throws IOException {
    makeJavaCppFindTheseFirst();
    try (DirectoryStream<Path> openMp = Files.newDirectoryStream(folder, "libgomp*.so*")) {
      openMp.forEach(InstalledTorch::load);
    }
    for (String name : TorchFiles.WITH_CUDA_IN_ORDER) {
      Path library = folder.resolve(name);
      if (!name.startsWith("libgomp") && Files.isRegularFile(library)) {
        load(library);
      }
    }
    Loader.load(torch.class);
  }

  private static void load(Path library) {
    System.load(library.toString());
  }

  /**
   * Every binding class asks JavaCPP to load LibTorch, and JavaCPP would load the bundled copy
   * beside this one, which aborts the process. With these folders first it finds what is loaded
   * already. The binding itself is to be found as a file as well: found as a resource, JavaCPP
   * would put symbolic links to the installed libraries into its cache, in place of the bundled
   * ones.
   */
  private void makeJavaCppFindTheseFirst() throws IOException {
    File binding = TorchFiles.extract("libjnitorch.so");
    Properties platform = Loader.loadProperties();
    platform.setProperty(
        "platform.preloadpath",
        folder + platform.getProperty("platform.path.separator") + binding.getParent());
    URL[] found =
        Loader.findLibrary(
            torch.class,
            Loader.loadProperties(org.bytedeco.pytorch.presets.torch.class, platform, true),
            "torch_cpu");
    String wanted = folder.resolve("libtorch_cpu.so").toUri().getRawPath();
    boolean first = found.length > 0 && found[0].getPath().equals(wanted);
    if (!first || Loader.getLoadedLibraries().containsKey("torch_cpu")) {
      throw new ReplayException(
          setting
              + ": something else in this process used JavaCPP before, which binds it to the bundled"
              + " LibTorch; start it with -Dorg.bytedeco.javacpp.pathsFirst=true, and open the"
              + " engine first");
    }
  }
}
