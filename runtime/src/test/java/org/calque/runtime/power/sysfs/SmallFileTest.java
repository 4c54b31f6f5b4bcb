package org.calque.runtime.power.sysfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.calque.runtime.power.SensorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of files that are kept open. */
class SmallFileTest {
  @TempDir private Path folder;

  private final List<FileChannel> opened = new ArrayList<>();

  private SmallFile file(String content) throws IOException {
    Path path = folder.resolve("power1_average");
    Files.writeString(path, content);
    return new SmallFile(
        path,
        file -> {
          opened.add(FileOpener.SYSTEM.open(file));
          return opened.get(opened.size() - 1);
        });
  }

  @Test
  void aNumberIsReadAnewFromTheFileThatStaysOpen() throws Exception {
    try (SmallFile file = file("212000000\n")) {
      assertThat(file.number()).isEqualTo(212_000_000);

      FakeSysfs.write(file.path(), "9");

      assertThat(file.number()).isEqualTo(9);
      assertThat(opened).hasSize(1);
    }
  }

  @Test
  void numbersMayBeNegativeLargeAndWithoutALineEnd() throws Exception {
    assertThat(file("-5\n").number()).isEqualTo(-5);
    assertThat(file("9007199254740992\n").number()).isEqualTo(1L << 53);
    assertThat(file("17").number()).isEqualTo(17);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"N/A", "12 W", "1.5", "-", "0x10", "9007199254740993", "99999999999999999999999"})
  void whatIsNoNumberIsQuotedWithItsFile(String content) throws Exception {
    SmallFile file = file(content + "\n");

    assertThatThrownBy(file::number)
        .isInstanceOf(SensorException.class)
        .hasMessage(file.path() + " says '" + content + "'");
  }

  @Test
  void anEmptyFileIsNoZero() throws Exception {
    SmallFile file = file("5\n");
    file.number();
    FakeSysfs.empty(file.path());

    assertThatThrownBy(file::number)
        .isInstanceOf(SensorException.class)
        .hasMessage(file.path() + " is empty");
  }

  @Test
  void aDeviceThatIsGoneIsToldAndOneThatIsBackIsRead() throws Exception {
    SmallFile file = file("5\n");
    file.number();
    Files.delete(file.path());
    opened.get(0).close(); // as reading from a device that is gone fails

    assertThatThrownBy(file::number)
        .isInstanceOf(SensorException.class)
        .hasMessage(file.path() + " cannot be read: ClosedChannelException");
    assertThatThrownBy(file::number)
        .isInstanceOf(SensorException.class)
        .hasMessage(file.path() + " is not there");

    Files.writeString(file.path(), "7\n");

    assertThat(file.number()).isEqualTo(7);
  }

  @Test
  void anInterruptOfTheReaderDoesNotEndTheSensor() throws Exception {
    SmallFile file = file("5\n");
    Thread.currentThread().interrupt();

    assertThatThrownBy(file::number).isInstanceOf(SensorException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(file.number()).isEqualTo(5);
  }
}
