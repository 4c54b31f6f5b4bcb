package org.calque.runtime.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JCuda's natives are unpacked where they can be, whole, and never into a shared folder. */
class CudaNativesTest {
  private static final String DRIVER = "libJCudaDriver-12.6.0-linux-x86_64.so";
  private static final String RUNTIME = "libJCudaRuntime-12.6.0-linux-x86_64.so";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 4})
  void processesThatStartAtOnceWithAnEmptyCacheAllFindTheDevices(int processes) throws IOException {
    Path cache = folder.resolve("cache");
    List<CudaFork.Running> forks = new ArrayList<>();
    for (int i = 0; i < processes; i++) {
      Path own = Files.createDirectory(folder.resolve("fork" + i));
      forks.add(
          CudaFork.withStandIn(own)
              .with("XDG_CACHE_HOME", cache.toString())
              .start(CudaScenario.DEVICES_TOGETHER));
    }
    forks.forEach(CudaFork.Running::awaitReady);
    forks.forEach(CudaFork.Running::release);

    for (CudaFork.Running fork : forks) {
      CudaFork.Ended ended = fork.end();
      assertThat(ended.exit()).as(ended.output().toString()).isZero();
      assertThat(ended.output()).anyMatch(line -> line.startsWith("CudaDevice[ordinal=0"));
    }
    assertThat(filesIn(cache.resolve("calque/jcuda-12.6.0")))
        .containsExactlyInAnyOrder(DRIVER, RUNTIME);
  }

  @Test
  void noProcessSeesAPartOfAFile() throws IOException {
    byte[] contents = new byte[32 << 20];
    Path file = folder.resolve("file");
    CompletableFuture<Long> firstSeen =
        CompletableFuture.supplyAsync(
            () -> {
              while (!Files.exists(file)) {
                Thread.onSpinWait();
              }
              return file.toFile().length();
            });

    UnpackedFile.in(folder, "file", contents, false).close();

    assertThat(firstSeen.join()).isEqualTo(contents.length);
    assertThat(filesIn(folder)).containsExactly("file");
  }

  @Test
  void theCacheIsTheUsersAndTheTemporaryFolderIsLeftAlone() throws IOException {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Path cache = folder.resolve("cache");

    CudaFork.Ended ended =
        CudaFork.withStandIn(folder)
            .with("XDG_CACHE_HOME", cache.toString())
            .withJvmArgument("-Djava.io.tmpdir=" + temporary)
            .run(CudaScenario.NATIVES);

    assertThat(ended.output())
        .contains(
            "temporary folder kept: true",
            "mapped: " + cache.resolve("calque/jcuda-12.6.0").resolve(DRIVER),
            "mapped: " + cache.resolve("calque/jcuda-12.6.0").resolve(RUNTIME));
    assertThat(filesIn(temporary)).isEmpty();
  }

  @Test
  void withoutASettingTheCacheIsInTheHome() {
    CudaFork.Ended ended =
        CudaFork.withStandIn(folder)
            .with("XDG_CACHE_HOME", "")
            .withJvmArgument("-Duser.home=" + folder)
            .run(CudaScenario.NATIVES);

    assertThat(ended.output())
        .contains("mapped: " + folder.resolve(".cache/calque/jcuda-12.6.0").resolve(DRIVER));
  }

  @Test
  void aFileThatIsNotWholeIsReplaced() throws IOException {
    Path unpacked = Files.createDirectories(folder.resolve("cache/calque/jcuda-12.6.0"));
    Files.writeString(unpacked.resolve(RUNTIME), "not a library");

    CudaFork.Ended ended =
        CudaFork.withStandIn(folder)
            .with("XDG_CACHE_HOME", folder.resolve("cache").toString())
            .run(CudaScenario.NATIVES);

    assertThat(ended.output()).contains("mapped: " + unpacked.resolve(RUNTIME));
    assertThat(ended.exit()).isZero();
  }

  /** A file where the folder should be: it stops the superuser, too. */
  @Test
  void withoutACacheTheNativesLeaveNothingBehind() throws IOException {
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    Path file = Files.createFile(folder.resolve("file"));

    CudaFork.Ended ended =
        CudaFork.withStandIn(folder)
            .with("XDG_CACHE_HOME", file.toString())
            .withJvmArgument("-Djava.io.tmpdir=" + temporary)
            .run(CudaScenario.NATIVES);

    assertThat(ended.output())
        .contains("temporary folder kept: true")
        .anyMatch(line -> line.startsWith("mapped: " + temporary + "/calque-jcuda-12.6.0"));
    assertThat(ended.output()).first().asString().startsWith("CudaDevice[ordinal=0");
    assertThat(filesIn(temporary)).isEmpty();
  }

  @Test
  void whereNothingCanBeUnpackedThatIsSaid() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    CudaFork.Ended ended =
        CudaFork.withStandIn(folder)
            .with("XDG_CACHE_HOME", file.toString())
            .withJvmArgument("-Djava.io.tmpdir=" + file)
            .run(CudaScenario.NATIVES);

    // Newer JVMs, too, say that the temporary folder is none.
    assertThat(ended.output().stream().filter(line -> line.startsWith("absence: ")))
        .singleElement()
        .asString()
        .startsWith("absence: JCuda's native libraries cannot be unpacked (")
        .contains("Exception: " + file)
        .endsWith("); set XDG_CACHE_HOME to a folder that can be written to");
    assertThat(ended.output()).contains("temporary folder kept: true");
    assertThat(ended.exit()).isZero();
  }

  private static List<String> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
