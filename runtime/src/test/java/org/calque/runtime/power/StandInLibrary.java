package org.calque.runtime.power;

import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.jna.NativeLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.calque.runtime.NativeCompiler;

/**
 * A library that stands in for a vendor's, compiled once in a JVM for each set of definitions, and
 * what it is to answer.
 */
public final class StandInLibrary {
  private static final Optional<NativeCompiler> COMPILER = NativeCompiler.first("gcc", "cc");

  private static final Map<List<String>, StandInLibrary> COMPILED = new HashMap<>();

  private final Path file;

  private StandInLibrary(Path file) {
    this.file = file;
  }

  /**
   * A library that answers nothing yet; the test is skipped where no compiler is.
   *
   * @param source a resource beside this class
   */
  public static synchronized StandInLibrary of(String source, String... definitions) {
    assumeThat(COMPILER).as("a C compiler (gcc or cc) to compile " + source).isPresent();
    StandInLibrary library =
        COMPILED.computeIfAbsent(
            List.of(source, String.join(" ", definitions)),
            key -> new StandInLibrary(compile(source, definitions)));
    library.call("stand_in_reset");
    return library;
  }

  /** The absolute path of the library. */
  public String file() {
    return file.toString();
  }

  /** Has it answer a number for a device; for a name of all devices, -1. */
  public StandInLibrary set(int device, String key, double value) {
    call("stand_in_set", device, key, value);
    return this;
  }

  /** Has it answer a text for a device. */
  public StandInLibrary set(int device, String key, String value) {
    call("stand_in_text", device, key, value);
    return this;
  }

  private void call(String function, Object... arguments) {
    NativeLibrary.getInstance(file()).getFunction(function).invokeVoid(arguments);
  }

  private static Path compile(String source, String... definitions) {
    try {
      Path folder = Files.createTempDirectory("calque-stand-in");
      folder.toFile().deleteOnExit();
      for (String name : List.of("standin.h", source)) {
        Path file = folder.resolve(name);
        try (InputStream resource = StandInLibrary.class.getResourceAsStream(name)) {
          Files.write(file, resource.readAllBytes());
        }
        file.toFile().deleteOnExit();
      }
      Path library = folder.resolve(source.replace(".c", ".so.1"));
      library.toFile().deleteOnExit();
      List<String> options = new ArrayList<>(List.of("-std=gnu11"));
      options.addAll(List.of(definitions));
      COMPILER.orElseThrow().library(folder.resolve(source), library, options);
      return library;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
