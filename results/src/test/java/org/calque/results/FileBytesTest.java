package org.calque.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class FileBytesTest {
  @TempDir Path folder;

  @Test
  void allBytesAreRead() throws IOException {
    for (int size : new int[] {0, 1, 1 << 16, 200_000}) {
      byte[] bytes = new byte[size];
      new Random(size).nextBytes(bytes);

      assertThat(FileBytes.read(Files.write(folder.resolve("file"), bytes))).isEqualTo(bytes);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFileThatDoesNotKnowItsSizeIsReadToItsEnd() throws IOException {
    Path file = Path.of("/proc/self/cmdline");

    assertThat(Files.size(file)).isZero();
    assertThat(FileBytes.read(file)).isNotEmpty().isEqualTo(Files.readAllBytes(file));
  }
}
