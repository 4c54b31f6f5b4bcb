package org.calque.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder holds exactly what was generated last, and touches nothing without need. */
class OutputFolderTest {
  private static final FileTime LONG_AGO = FileTime.fromMillis(1_000);

  @TempDir private Path parent;

  private OutputFolder.Update write(Map<String, String> files) throws IOException {
    TreeMap<String, FileContent> contents = new TreeMap<>();
    files.forEach((path, text) -> contents.put(path, FileContent.text(text)));
    return new OutputFolder(parent.resolve("out")).write(contents);
  }

  private Path file(String path) {
    return parent.resolve("out").resolve(path);
  }

  @Test
  void aNewFolderGetsEveryFile() throws IOException {
    assertThat(write(Map.of("a/b.txt", "b", "c.txt", "é")))
        .isEqualTo(new OutputFolder.Update(2, 0, 0));
    assertThat(file("a/b.txt")).hasContent("b");
    assertThat(Files.readAllBytes(file("c.txt"))).isEqualTo("é".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void onlyWhatChangedIsWritten() throws IOException {
    write(Map.of("same.txt", "1", "other.txt", "1"));
    Files.setLastModifiedTime(file("same.txt"), LONG_AGO);
    Files.setLastModifiedTime(file("other.txt"), LONG_AGO);

    assertThat(write(Map.of("same.txt", "1", "other.txt", "2")))
        .isEqualTo(new OutputFolder.Update(1, 1, 0));

    assertThat(Files.getLastModifiedTime(file("same.txt"))).isEqualTo(LONG_AGO);
    assertThat(Files.getLastModifiedTime(file("other.txt"))).isGreaterThan(LONG_AGO);
    assertThat(file("other.txt")).hasContent("2");
  }

  @Test
  void whatIsNoLongerGeneratedGoesAndSoDoFoldersThatItLeavesEmpty() throws IOException {
    write(Map.of("a/b/c/old.txt", "", "a/d.txt", ""));

    assertThat(write(Map.of("a/d.txt", ""))).isEqualTo(new OutputFolder.Update(0, 1, 1));

    assertThat(file("a/b")).doesNotExist();
    assertThat(file("a/d.txt")).exists();
  }

  @Test
  void aFileThatIsNotTextIsWrittenAgain() throws IOException {
    write(Map.of("a.txt", "text"));
    Files.write(file("a.txt"), new byte[] {(byte) 0xff, (byte) 0xfe});

    assertThat(write(Map.of("a.txt", "text"))).isEqualTo(new OutputFolder.Update(1, 0, 0));
    assertThat(file("a.txt")).hasContent("text");
  }

  @Test
  void nothingHalfWrittenStaysBehind() throws IOException {
    write(Map.of("a.txt", "1"));
    Files.writeString(file("a.txt.partial"), "half");

    write(Map.of("a.txt", "2"));

    assertThat(file("a.txt.partial")).doesNotExist();
  }

  @Test
  void aFolderWithFilesOfSomebodyElseIsLeftAlone() throws IOException {
    Files.createDirectories(file("src"));
    Files.writeString(file("src/Main.java"), "years of work");

    assertThatThrownBy(() -> write(Map.of("a.txt", "1")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("holds files that Calque did not write")
        .hasMessageContaining("choose an empty or new folder");

    assertThat(file("src/Main.java")).hasContent("years of work");
    assertThat(file("a.txt")).doesNotExist();
  }

  @Test
  void anEmptyFolderMayBeUsed() throws IOException {
    Files.createDirectories(file("empty"));

    assertThat(write(Map.of("a.txt", "1"))).isEqualTo(new OutputFolder.Update(1, 0, 0));
  }
}
