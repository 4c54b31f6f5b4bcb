package org.calque.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.calque.trace.RealTraces;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The generator's command line with traces that it can use. */
class GeneratorCommandTest {
  private static final Path MLP = RealTraces.mlp();

  @TempDir private Path folder;

  @Test
  void aTraceBecomesAClassAndItsResources() throws IOException {
    Path out = folder.resolve("out");

    CommandRun run = CommandRun.generate(out, MLP);

    assertThat(run.errors()).isEmpty();
    assertThat(run.status()).isZero();
    assertThat(out.resolve("java/org/calque/generated/MlpTrain.java")).isNotEmptyFile();
    assertThat(out.resolve("resources/META-INF/calque/workloads.txt")).hasContent("MlpTrain\n");
    assertThat(out.resolve("resources/META-INF/calque/workloads/MlpTrain.json")).isNotEmptyFile();
    assertThat(out.resolve("resources/META-INF/calque/programs/MlpTrain.json")).isNotEmptyFile();
  }

  @Test
  void theTraceIsPackedBesideItsBenchmarksAlwaysInTheSameBytes() throws IOException {
    Path plain = folder.resolve("mlp_train.et.json");
    try (InputStream unzipped = new GZIPInputStream(Files.newInputStream(MLP))) {
      Files.copy(unzipped, plain);
    }
    Path once = folder.resolve("once");
    Path again = folder.resolve("again");

    assertThat(CommandRun.generate(once, MLP).status()).isZero();
    assertThat(CommandRun.generate(again, plain).status()).isZero();

    String packed = "resources/META-INF/calque/traces/MlpTrain.et.json.gz";
    assertThat(once.resolve(packed)).hasSameBinaryContentAs(again.resolve(packed));
    assertThat(new GZIPInputStream(Files.newInputStream(once.resolve(packed))))
        .hasSameContentAs(Files.newInputStream(plain));
  }

  @Test
  void aFolderStandsForTheTracesInIt() throws IOException {
    Files.copy(MLP, folder.resolve("b.et.json.gz"));
    Files.copy(MLP, folder.resolve("a.et.json.gz"));
    Files.writeString(folder.resolve("a.origin.json"), "{}");
    Path out = folder.resolve("out");

    assertThat(CommandRun.generate(out, folder).status()).isZero();

    assertThat(Files.readAllLines(out.resolve("resources/META-INF/calque/workloads.txt")))
        .containsExactly("A", "B");
  }

  @Test
  void aTraceThatIsNamedTwiceIsReadOnce() throws IOException {
    Path trace = Files.copy(MLP, folder.resolve("a.et.json.gz"));
    Path same = folder.resolve(".").resolve("a.et.json.gz");

    assertThat(CommandRun.generate(folder.resolve("out"), trace, same, folder).status()).isZero();
  }

  @Test
  void filesThatDidNotChangeAreLeftAloneAndStaleOnesRemoved() throws IOException {
    Path out = folder.resolve("out");
    assertThat(CommandRun.generate(out, MLP).status()).isZero();
    Path source = out.resolve("java/org/calque/generated/MlpTrain.java");
    Files.setLastModifiedTime(source, FileTime.fromMillis(1_000));
    Path stale = Files.writeString(source.resolveSibling("Stale.java"), "");

    CommandRun again = CommandRun.generate(out, MLP);

    assertThat(again.output()).contains("0 files written").contains("1 removed");
    assertThat(Files.getLastModifiedTime(source).toMillis()).isEqualTo(1_000);
    assertThat(stale).doesNotExist();
  }

  @Test
  void aBareRunMeasuresWhatTheDefaultSuiteNames() throws IOException {
    Files.copy(MLP, folder.resolve("a.et.json.gz"));
    Files.copy(MLP, folder.resolve("b.et.json.gz"));
    Files.write(folder.resolve("default-suite.txt"), List.of(" b ", ""));
    Path out = folder.resolve("out");

    assertThat(CommandRun.generate(out, folder).status()).isZero();

    Path manifests = out.resolve("resources/META-INF/calque/workloads");
    assertThat(manifests.resolve("A.json")).content().contains("\"defaultSuite\" : false");
    assertThat(manifests.resolve("B.json")).content().contains("\"defaultSuite\" : true");
  }

  private CommandRun generate(Path trace, String... options) {
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("--out", folder.resolve("out").toString(), trace.toString()));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  @Test
  void aFolderOfRanksGivesAWorkloadForEach() throws IOException {
    CommandRun run = generate(RealTraces.recording("ranks"));

    assertThat(run.errors()).isEmpty();
    assertThat(Files.readAllLines(folder.resolve("out/resources/META-INF/calque/workloads.txt")))
        .containsExactly("RanksRank_0", "RanksRank_1");
  }

  @Test
  void whatWasRepairedIsSaidAndWrittenDown() throws IOException {
    CommandRun run = generate(RealTraces.recording("cut_off.et.json.gz"));

    assertThat(run.status()).isZero();
    assertThat(run.output())
        .contains("repaired: the file is cut off: byte")
        .contains("repaired: the parent of a node is missing; it is kept under the root: node");
    assertThat(folder.resolve("out/resources/META-INF/calque/workloads/CutOff.json"))
        .content()
        .contains("\"repaired\"", "\"missing-parent\"");
  }

  @Test
  void aDamagedTraceIsRefusedWhereItHasToBeWhole() {
    CommandRun run = generate(RealTraces.recording("cut_off.et.json.gz"), "--strict");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors()).singleElement().asString().contains("the file is cut off", "--strict");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void aLimitIsRaisedAndLoweredByItsOption() {
    assertThat(generate(MLP, "--max-nodes", "100").errors())
        .singleElement()
        .asString()
        .contains("there are more than 100 nodes (--max-nodes)");
    assertThat(generate(MLP, "--max-nodes", "1k").status()).isZero();
  }

  @Test
  void oneOfSeveralRecordedStepsIsChosen() {
    Path trace = RealTraces.recording("profiler_steps.et.json.gz");

    assertThat(generate(trace, "--step", "3").output()).contains("step ").contains("other-step ");
    assertThat(generate(trace, "--step", "7").errors())
        .singleElement()
        .asString()
        .contains("no step \"7\"; the trace has ProfilerStep#2, ProfilerStep#3, ProfilerStep#4");
  }

  @Test
  void helpIsNoError() {
    CommandRun run = CommandRun.of("--help");

    assertThat(run.status()).isZero();
    assertThat(run.output()).contains("TRACE").contains("--out").contains("Exit status");
    assertThat(run.errors()).isEmpty();
  }

  @Test
  void withoutArgumentsItSaysWhatIsMissing() {
    CommandRun run = CommandRun.of();

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.errors().get(0)).contains("Missing required").contains("--out");
  }

  @Test
  void anUnknownOptionIsRefused() {
    assertThat(CommandRun.of("--wat", "--out", "x", MLP.toString()).status()).isEqualTo(2);
  }
}
