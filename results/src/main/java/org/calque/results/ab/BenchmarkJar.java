package org.calque.results.ab;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipException;
import org.calque.results.RunFormatException;
import org.calque.results.diff.Rulers;

/**
 * A jar that runs benchmarks with JMH's command line.
 *
 * @param path where it is
 * @param sha256 digest of its bytes, 64 lower-case hexadecimal digits
 * @param calque whether it is one of Calque's, which stores a run that names what failed
 * @param ruler whether it has benchmarks that tell when the machine itself moved
 */
public record BenchmarkJar(Path path, String sha256, boolean calque, boolean ruler) {
  private static final String LAUNCHER = "org.calque.launcher.Main";
  private static final String RULER = Rulers.CLASS.replace('.', '/') + ".class";

  /**
   * Looks into a jar.
   *
   * @throws RunFormatException when it is not there, or cannot be run
   */
  public static BenchmarkJar read(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      throw new RunFormatException("there is no file " + path + "; name a jar of benchmarks");
    }
    try (JarFile jar = new JarFile(path.toFile())) {
      Manifest manifest = jar.getManifest();
      String main =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
      if (main == null) {
        throw new RunFormatException(
            path + " names no main class; name the jar that runs with java -jar");
      }
      boolean calque = main.equals(LAUNCHER);
      return new BenchmarkJar(path, digest(path), calque, calque && jar.getJarEntry(RULER) != null);
    } catch (ZipException e) {
      throw new RunFormatException(path + " is no jar: " + e.getMessage(), e);
    }
  }

  /**
   * Makes sure that the file still is this jar: a build in between would be measured as the same.
   *
   * @throws RunFormatException when it is not
   */
  public void refuseIfChanged() throws IOException {
    if (!read(path).equals(this)) {
      throw new RunFormatException(
          path + " is not the jar any more that the experiment began with; measure a copy of it");
    }
  }

  private static String digest(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] buffer = new byte[1 << 16];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        digest.update(buffer, 0, n);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JVM has it
    }
  }
}
