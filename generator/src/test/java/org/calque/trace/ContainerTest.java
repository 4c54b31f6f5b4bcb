package org.calque.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces in what they come packed in, told apart by content whatever the name. */
class ContainerTest {
  private static final Path RANK_0 = RealTraces.recording("ranks/rank-0.json.gz");
  private static final Path RANK_1 = RealTraces.recording("ranks/rank-1.json.gz");

  @TempDir private Path folder;

  private static byte[] unzipped(Path file) throws IOException {
    try (GZIPInputStream zip = new GZIPInputStream(Files.newInputStream(file))) {
      return zip.readAllBytes();
    }
  }

  private static byte[] zipped(byte[] bytes) throws IOException {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(zipped)) {
      zip.write(bytes);
    }
    return zipped.toByteArray();
  }

  private static byte[] tar() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      add(tar, "job/rank-0.json", unzipped(RANK_0));
      add(tar, "job/rank-1.json.gz", Files.readAllBytes(RANK_1));
      add(tar, "job/notes.txt", "notes".getBytes());
      add(tar, "job/empty.json", new byte[0]);
      add(tar, "job/._rank-0.json", unzipped(RANK_0));
    }
    return bytes.toByteArray();
  }

  private static void add(TarArchiveOutputStream tar, String name, byte[] bytes)
      throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry(name);
    entry.setSize(bytes.length);
    tar.putArchiveEntry(entry);
    tar.write(bytes);
    tar.closeArchiveEntry();
  }

  private static byte[] zip() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("job/rank-0.json"));
      zip.write(unzipped(RANK_0));
      zip.putNextEntry(new ZipEntry("job/rank-1.json.gz"));
      zip.write(Files.readAllBytes(RANK_1));
      zip.putNextEntry(new ZipEntry("job/notes.txt"));
      zip.write("notes".getBytes());
    }
    return bytes.toByteArray();
  }

  private List<String> read(byte[] bytes, List<ExecutionTrace> traces) throws IOException {
    Path file = Files.write(folder.resolve("traces.bin"), bytes);
    return ExecutionTraceReader.readAll(file, ReadOptions.DEFAULT, traces::add);
  }

  private void assertBothRanks(byte[] bytes, String... others) throws IOException {
    List<ExecutionTrace> traces = new ArrayList<>();

    List<String> passedOver = read(bytes, traces);

    assertThat(traces)
        .extracting(trace -> trace.source().file())
        .containsExactly("traces.bin!job/rank-0.json", "traces.bin!job/rank-1.json.gz");
    assertThat(traces).extracting(ExecutionTrace::size).containsExactly(564, 555);
    assertThat(passedOver).containsExactly(others);
  }

  @Test
  void aTarHasManyTraces() throws IOException {
    assertBothRanks(tar(), "job/notes.txt", "job/empty.json", "job/._rank-0.json");
  }

  @Test
  void aGzippedTarHasManyTraces() throws IOException {
    assertBothRanks(zipped(tar()), "job/notes.txt", "job/empty.json", "job/._rank-0.json");
  }

  @Test
  void aZipHasManyTraces() throws IOException {
    assertBothRanks(zip(), "job/notes.txt");
  }

  @Test
  void theDigestIsThatOfTheFileOrTheEntryAsItLies() throws IOException {
    List<ExecutionTrace> traces = new ArrayList<>();
    read(tar(), traces);

    assertThat(traces.get(1).source().digest())
        .isEqualTo(ExecutionTraceReader.read(RANK_1).source().digest());
  }

  @Test
  void plainGzippedAndStreamedAreOneTrace() throws IOException {
    List<ExecutionTrace> traces = new ArrayList<>();
    read(unzipped(RANK_0), traces);
    ExecutionTraceReader.readAll(
        "standard input",
        "standard input",
        new ByteArrayInputStream(Files.readAllBytes(RANK_0)),
        ReadOptions.DEFAULT,
        traces::add);

    assertThat(traces).extracting(ExecutionTrace::size).containsExactly(564, 564);
  }

  @Test
  void anArchiveThatIsCutOffKeepsWhatCameBefore() throws IOException {
    byte[] tar = tar();
    List<ExecutionTrace> traces = new ArrayList<>();

    read(java.util.Arrays.copyOf(tar, tar.length / 3), traces);

    assertThat(traces).singleElement().matches(ExecutionTrace::isCutOff);
  }

  @Test
  void anArchiveWithoutATraceNamesWhatItHas() {
    Path archive = RealTraces.fixture("param/dlrm_kineto.tar.gz");

    assertThatThrownBy(() -> ExecutionTraceReader.read(archive))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("the archive has no execution trace, but")
        .hasMessageContaining("worker0");
  }

  @Test
  void aFileOfManyIsNoSingleTrace() throws IOException {
    Path file = Files.write(folder.resolve("a.tar"), tar());

    assertThatThrownBy(() -> ExecutionTraceReader.read(file))
        .hasMessageContaining("it has 2 traces where one is wanted");
  }
}
