package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators that a native library registers replay like LibTorch's own. */
class OperatorLibrariesTest {
  private static final String SETTING = "calque.op.libraries";

  @TempDir Path folder;

  @Test
  void anOperatorOfALibraryRuns() throws Exception {
    Path library = compiled("twice.cpp");

    assertThat(load(library).lines())
        .contains(library + ": 1", "support: EXACT", "twice: [0.0, 2.0, 4.0]");
  }

  @Test
  void anEnvironmentVariableNamesLibrariesToo() throws Exception {
    Path library = compiled("twice.cpp");

    Fork fork =
        Fork.run(
            ForkedOperator.class,
            Map.of("CALQUE_OP_LIBRARIES", library + File.pathSeparator + library));

    assertThat(fork.output()).contains(library + ": 1", "twice: [0.0, 2.0, 4.0]");
  }

  @Test
  void aLibraryThatRegistersNothingIsRefused() throws Exception {
    Path library = compiled("empty.cpp");

    assertThat(load(library))
        .contains("refused: operator library " + library + " registers no operators");
  }

  @Test
  void aLibraryWhoseSymbolsAreMissingIsRefused() throws Exception {
    Path library = compiled("missing.cpp");

    assertThat(load(library))
        .contains("refused: operator library " + library + " cannot be loaded: ")
        .contains("undefined symbol: no_such_function");
  }

  @Test
  void aFileThatIsNoLibraryIsRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("text.so"), "This is no library.\n");

    assertThat(load(file))
        .contains("refused: operator library " + file + " cannot be loaded: ")
        .doesNotContain("\tat ");
  }

  @Test
  void aMissingFileIsRefused() {
    Path file = folder.resolve("no.so");

    assertThat(load(file))
        .contains("refused: operator library " + file + " does not exist, or is no file");
  }

  private static String load(Path library) {
    Fork fork = Fork.run(ForkedOperator.class, Map.of(), "-D" + SETTING + "=" + library);
    assertThat(fork.exit()).isZero();
    return fork.output();
  }

  private Path compiled(String name) throws IOException, InterruptedException {
    Path source = folder.resolve(name);
    try (InputStream in = OperatorLibrariesTest.class.getResourceAsStream(name)) {
      Files.copy(in, source);
    }
    Path library = folder.resolve(name.replace(".cpp", ".so"));
    List<String> command =
        new ArrayList<>(List.of(compiler(), "-shared", "-fPIC", "-o", library.toString()));
    command.add(source.toString());
    command.add(TorchFiles.extract("libtorch_cpu.so").toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(output).isZero();
    return library;
  }

  private static String compiler() {
    Path found =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .map(path -> Path.of(path, "g++"))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    assumeThat(found).as("no g++ on the PATH").isNotNull();
    return found.toString();
  }
}
