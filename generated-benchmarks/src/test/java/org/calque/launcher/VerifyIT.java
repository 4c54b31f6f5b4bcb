package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** {@code java -jar benchmarks.jar verify}, as a user runs it. */
class VerifyIT {
  private static final Path TRACES = Path.of("traces").toAbsolutePath();
  private static final int WORKLOADS = Workloads.packed().all().size();

  @TempDir private Path folder;

  private record Outcome(int status, String output) {
    List<String> lines() {
      return output.strip().lines().toList();
    }
  }

  private Outcome verify(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", System.getProperty("calque.benchmarks.jar"), "verify"));
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile(folder, "output", ".txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    return new Outcome(process.exitValue(), Files.readString(output));
  }

  @Test
  void everyReplayDoesTheWorkThatWasRecorded() throws Exception {
    Outcome run = verify();

    assertThat(run.status()).as(run.output()).isZero();
    assertThat(run.lines()).last().isEqualTo(WORKLOADS + " of " + WORKLOADS + " workloads agree");
    assertThat(run.lines()).noneMatch(line -> line.startsWith("  differs"));
  }

  @Test
  void theRecordingOfTheReplayCanBeKept() throws Exception {
    Path kept = folder.resolve("kept.et.json");

    assertThat(verify("dlrm_train", "--keep", kept.toString()).status()).isZero();

    assertThat(kept).content().contains("aten::_embedding_bag").endsWith("}");
  }

  @Test
  void aTraceThatIsNotWhatTheReplayDoesIsNamedByNodeAndStatusOne() throws Exception {
    Path edited = folder.resolve("edited.et.json");
    Files.writeString(edited, withOtherStrides(TRACES.resolve("dlrm_train.et.json.gz")));

    Outcome run = verify("dlrm_train", "--trace", edited.toString());

    assertThat(run.status()).as(run.output()).isEqualTo(1);
    assertThat(run.lines())
        .filteredOn(line -> line.startsWith("  differs"))
        .singleElement()
        .asString()
        .matches("  differs +node \\d+ aten::relu, self: expected .* strides \\[7, 7], found .*");
    assertThat(run.lines()).last().isEqualTo("0 of 1 workloads agree");
  }

  private static String withOtherStrides(Path trace) throws Exception {
    try (InputStream json = new GZIPInputStream(Files.newInputStream(trace))) {
      JsonNode document = JsonMapper.shared().readTree(json);
      for (JsonNode node : document.path("nodes")) {
        if (node.path("name").stringValue().equals("aten::relu")) {
          ArrayNode strides = (ArrayNode) node.path("inputs").path("strides");
          strides.set(0, JsonMapper.shared().readTree("[7, 7]"));
          return document.toString();
        }
      }
      throw new AssertionError("no aten::relu in " + trace);
    }
  }

  @Test
  void wrongArgumentsEndWithOneLineAndStatusTwo() throws Exception {
    String other = TRACES.resolve("bert_inference.et.json.gz").toString();
    for (String[] arguments :
        new String[][] {
          {"no_such_workload"},
          {"--keep", "somewhere.json"},
          {"dlrm_train", "--threads", "0"},
          {"dlrm_train", "--trace", "no/such/trace.json"},
          {"dlrm_train", "--trace", other},
          {"dlrm_train", "--keep", "no/such/folder/trace.json"}
        }) {
      Outcome run = verify(arguments);
      assertThat(run.status()).as(run.output()).isEqualTo(2);
      assertThat(run.lines()).as(run.output()).hasSize(1);
    }
  }
}
