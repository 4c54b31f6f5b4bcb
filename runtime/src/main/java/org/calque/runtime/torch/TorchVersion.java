package org.calque.runtime.torch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.calque.runtime.ReplayException;

/** Versions of LibTorch, known without loading it; a local suffix such as {@code +cpu} is cut. */
final class TorchVersion {
  private static final Pattern PYTHON =
      Pattern.compile("^__version__\\s*(?::[^=]*)?=\\s*['\"]([^'\"]+)['\"]", Pattern.MULTILINE);

  private TorchVersion() {}

  /** The version whose headers the JavaCPP binding was compiled with. */
  static String bound() {
    Properties properties = new Properties();
    try (InputStream in = TorchVersion.class.getResourceAsStream("binding.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // The artifact's version is LibTorch's, a hyphen, and JavaCPP's.
    String version = properties.getProperty("pytorch.version");
    return version.substring(0, version.indexOf('-'));
  }

  /**
   * The version of the PyTorch that owns a {@code lib} folder: of a Python package from {@code
   * version.py} beside it, of a LibTorch archive from {@code build-version}.
   */
  static Optional<String> of(Path lib) {
    Path python = lib.resolveSibling("version.py");
    Path archive = lib.resolveSibling("build-version");
    try {
      if (Files.isRegularFile(python)) {
        Matcher version = PYTHON.matcher(Files.readString(python));
        return version.find() ? Optional.of(withoutSuffix(version.group(1))) : Optional.empty();
      }
      if (Files.isRegularFile(archive)) {
        return Optional.of(withoutSuffix(Files.readString(archive).strip()));
      }
      return Optional.empty();
    } catch (IOException e) {
      throw new ReplayException("the version of " + lib + " cannot be read: " + e.getMessage(), e);
    }
  }

  private static String withoutSuffix(String version) {
    int plus = version.indexOf('+');
    return plus < 0 ? version : version.substring(0, plus);
  }
}
