package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.Loader;
import org.calque.runtime.Engine;
import org.calque.runtime.Recording;
import org.calque.runtime.ReplayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** What runs while a recording is open is in its file, and nothing else. */
class RecordingTest {
  private static final Engine ENGINE = new TorchEngine();

  @TempDir private Path folder;

  @Test
  void operatorsAreRecordedWithSchemaShapesStridesAndWhatTheyCall() throws IOException {
    Path file = folder.resolve("a path with spaces, and longer than sixteen bytes.json");
    try (TestFrame frame = new TestFrame()) {
      int left = frame.range(2, 3);
      int right = frame.range(3, 4);
      frame.call("aten::relu", slot(left));
      try (Recording recording = ENGINE.record(file)) {
        frame.call("aten::matmul", slot(left), slot(right));
        frame.call("aten::add.Tensor", slot(left), slot(left), number(2));
      }
      frame.call("aten::neg", slot(left));
    }

    String trace = Files.readString(file);
    assertThat(trace)
        .startsWith("{\n  \"schema\": \"1.1.1-chakra.0.0.4\"")
        .contains("aten::matmul(Tensor self, Tensor other) -> Tensor")
        .contains("aten::mm(Tensor self, Tensor mat2) -> Tensor")
        .contains("aten::add.Tensor(")
        .contains("\"shapes\": [[2,3],[3,4]]", "\"strides\": [[3,1],[4,1]]")
        .doesNotContain("aten::relu", "aten::neg");
    assertThat(trace.strip()).as("completed").endsWith("}");
  }

  @Test
  void oneRecordingFollowsAnother() throws IOException {
    Path first = folder.resolve("first.json");
    Path second = folder.resolve("second.json");
    try (TestFrame frame = new TestFrame()) {
      int tensor = frame.range(2);
      try (Recording recording = ENGINE.record(first)) {
        frame.call("aten::relu", slot(tensor));
      }
      try (Recording recording = ENGINE.record(second)) {
        frame.call("aten::neg", slot(tensor));
      }
    }

    assertThat(first).content().contains("aten::relu").doesNotContain("aten::neg");
    assertThat(second).content().contains("aten::neg").doesNotContain("aten::relu");
  }

  @Test
  void anOperatorThatFailsLeavesTheFileWhole() throws IOException {
    Path file = folder.resolve("failed.json");
    try (TestFrame frame = new TestFrame()) {
      int tensor = frame.range(2, 3);
      try (Recording recording = ENGINE.record(file)) {
        frame.call("aten::relu", slot(tensor));
        assertThatThrownBy(() -> frame.call("aten::mm", slot(tensor), slot(tensor)))
            .isInstanceOf(ReplayException.class);
      }
    }

    assertThat(file).content().contains("aten::relu").endsWith("}");
  }

  @Test
  void aProcessHasOneRecordingAtATime() {
    Path other = folder.resolve("other.json");
    try (Recording recording = ENGINE.record(folder.resolve("one.json"))) {
      assertThatThrownBy(() -> ENGINE.record(other))
          .isInstanceOf(ReplayException.class)
          .hasMessage("a recording is in progress, and a process has one at a time");
      recording.close();
    }
    assertThat(other).doesNotExist();
    ENGINE.record(other).close();
  }

  @Test
  void aFileThatCannotBeWrittenIsNamedAndDoesNotSpoilTheNext() {
    Path nowhere = folder.resolve("no/such/folder/trace.json");

    assertThatThrownBy(() -> ENGINE.record(nowhere))
        .isInstanceOf(ReplayException.class)
        .hasMessageContaining("a recording cannot be written")
        .hasMessageContaining(nowhere.toString());

    ENGINE.record(folder.resolve("trace.json")).close();
    assertThat(folder.resolve("trace.json")).isNotEmptyFile();
  }

  @Test
  void aLibraryWithoutTheObserverIsRefusedInOneLine() {
    TorchLibrary.load();

    for (String missing : List.of("add", "enable", "disable", "remove")) {
      assertThatThrownBy(
              () ->
                  new TraceObserver(
                      "/opt/other/lib",
                      name ->
                          name.contains(missing + "ExecutionTraceObserver")
                              ? null
                              : Loader.addressof(name)))
          .isInstanceOf(ReplayException.class)
          .hasMessageStartingWith("LibTorch (/opt/other/lib) cannot record what it runs")
          .hasMessageContaining(missing + "ExecutionTraceObserver")
          .hasMessageEndingWith("an installed PyTorch 2.13.0 on Linux")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void nothingIsPrinted() {
    Fork fork = Fork.run(ForkedRecording.class, Map.of());

    assertThat(fork.output()).isEqualTo("recorded: true\n");
    assertThat(fork.exit()).isZero();
  }

  @Test
  @EnabledIfSystemProperty(named = TorchLibraryTest.INSTALLED, matches = ".+")
  void anInstalledPyTorchRecordsAsWell() {
    String lib = System.getProperty(TorchLibraryTest.INSTALLED);

    Fork fork = Fork.run(ForkedRecording.class, Map.of(), "-Dcalque.torch.lib=" + lib);

    assertThat(fork.output()).isEqualTo("recorded: true\n");
    assertThat(fork.exit()).isZero();
  }
}
