package org.calque.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The text of a trace, out of whatever it is packed in. */
class TraceCopyTest {
  private static final String MLP = TraceText.text(RealTraces.mlp());

  @TempDir private Path folder;

  private static List<String> copies(Path file) throws IOException {
    List<ExecutionTrace> traces = new ArrayList<>();
    ExecutionTraceReader.readAll(file, ReadOptions.DEFAULT, traces::add);
    List<String> copies = new ArrayList<>();
    for (ExecutionTrace trace : traces) {
      ByteArrayOutputStream copy = new ByteArrayOutputStream();
      TraceCopy.copy(file, trace.source(), ReadLimits.DEFAULT, copy);
      copies.add(copy.toString(StandardCharsets.UTF_8));
    }
    return copies;
  }

  @Test
  void ofAGzippedFile() throws IOException {
    assertThat(copies(RealTraces.mlp())).containsExactly(MLP);
  }

  @Test
  void ofAPlainFileWhateverItsName() throws IOException {
    Path file = Files.writeString(folder.resolve("so it is!et.json"), MLP);

    assertThat(copies(file)).containsExactly(MLP);
  }

  @Test
  void ofEachInAnArchive() throws IOException {
    String other = MLP.replace("aten::relu", "aten::gelu");
    Path file = folder.resolve("traces.zip");
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (var entry : List.of(List.of("a/1.json", MLP), List.of("a/2.json", other))) {
        zip.putNextEntry(new ZipEntry(entry.get(0)));
        zip.write(entry.get(1).getBytes(StandardCharsets.UTF_8));
      }
    }

    assertThat(copies(file)).containsExactly(MLP, other);
  }

  @Test
  void ofAFileThatIsCutOffAsFarAsItGoes() throws IOException {
    byte[] whole = Files.readAllBytes(RealTraces.mlp());
    Path file = folder.resolve("cut.et.json.gz");
    Files.write(file, Arrays.copyOf(whole, whole.length * 3 / 4));

    assertThat(copies(file)).singleElement().asString().hasSizeGreaterThan(1000);
    assertThat(MLP).startsWith(copies(file).get(0));
  }
}
