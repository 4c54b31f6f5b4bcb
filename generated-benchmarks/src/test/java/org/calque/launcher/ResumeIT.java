package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.calque.launcher.PackedJar.Outcome;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.RunStore;
import org.calque.results.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nothing that a run has measured is lost, whatever ends it. {@code -Dcalque.kills=50} kills as
 * many runs as that.
 */
class ResumeIT {
  private static final List<String> EIGHT_BENCHMARKS =
      List.of(
          "CatOverhead.step",
          "--ruler",
          "-bm",
          "avgt,ss",
          "-p",
          "threads=1,2",
          "-p",
          "lazy=true,false",
          "-f",
          "1",
          "-wi",
          "0",
          "-i",
          "2",
          "-r",
          "30ms");
  private static final int BENCHMARKS = 8 + 4;

  @TempDir private Path folder;
  private final Random random = new Random(6);

  @Test
  void aRunThatIsKilledAtAnyMomentLosesNoRecordAndGoesOn() throws Exception {
    int kills = Integer.getInteger("calque.kills", 2);
    List<String> told = new ArrayList<>();
    for (int i = 0; i < kills; i++) {
      Path store = folder.resolve("store-" + i);
      told.add(killAndResume(store));
    }
    told.forEach(System.out::println);
  }

  private String killAndResume(Path store) throws Exception {
    List<String> arguments = new ArrayList<>(EIGHT_BENCHMARKS);
    arguments.addAll(List.of("--store", store.toString()));
    PackedJar.Run run = PackedJar.benchmarks(folder).start(List.of(), arguments);
    int atLine = 1 + random.nextInt(2 * BENCHMARKS);
    while (run.process().isAlive() && lines(store) < atLine) {
      Thread.sleep(5);
    }
    Thread.sleep(random.nextInt(400));
    run.process().destroyForcibly().waitFor();
    String printed = Files.readString(run.output());

    RunStore runs = new RunStore(store);
    Run killed = runs.find("latest");
    Map<BenchmarkKey, Entry> finished = new HashMap<>();
    killed.entries().stream()
        .filter(entry -> entry.status() == Status.OK)
        .forEach(entry -> finished.put(entry.key(), entry));
    assertThat((long) finished.size()).isGreaterThanOrEqualTo(results(printed));
    assertThat(killed.entries()).hasSize(BENCHMARKS);

    // Of a run that was not killed before its end there is nothing to resume.
    Outcome resumed =
        PackedJar.benchmarks(folder)
            .run(List.of("--store", store.toString(), "--resume", killed.id()));
    assertThat(resumed.status()).as(resumed.output()).isZero();
    Run whole = runs.find("latest");
    assertThat(whole.id()).isEqualTo(killed.id());
    assertThat(whole.finished()).isNotNull();
    assertThat(whole.entries()).extracting(Entry::status).containsOnly(Status.OK);
    assertThat(whole.entries())
        .extracting(Entry::key)
        .containsExactlyElementsOf(killed.entries().stream().map(Entry::key).toList());
    assertThat(whole.entries()).containsAll(finished.values());
    try (Stream<Path> files = Files.list(store)) {
      assertThat(files).hasSize(1);
    }
    return "killed at line %d with %d of %d finished"
        .formatted(atLine, finished.size(), BENCHMARKS);
  }

  /** Lines of the journal that is there. */
  private static long lines(Path store) throws IOException {
    if (!Files.isDirectory(store)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(store)) {
      List<Path> journals = files.filter(file -> file.toString().endsWith(".jsonl")).toList();
      if (journals.isEmpty()) {
        return 0;
      }
      return Files.readString(journals.get(0)).chars().filter(c -> c == '\n').count();
    } catch (java.nio.file.NoSuchFileException e) {
      return Long.MAX_VALUE; // it has ended
    }
  }

  /** How many benchmarks JMH said were done. */
  private static long results(String printed) {
    return printed.lines().filter(line -> line.startsWith("Result \"")).count();
  }

  @Test
  void aForkThatTakesTooLongIsEndedAndTheOthersRun() throws Exception {
    Outcome run =
        PackedJar.benchmarks(folder)
            .run(
                List.of(
                    "Ruler",
                    "-f",
                    "1",
                    "-wi",
                    "0",
                    "-i",
                    "1",
                    "-r",
                    "100ms",
                    "-bm",
                    "avgt",
                    "--time-limit",
                    "10ms"));

    assertThat(run.status()).as(run.output()).isEqualTo(1);
    assertThat(new RunStore(folder.resolve("results/runs")).find("latest").entries())
        .hasSize(2)
        .allSatisfy(
            entry -> {
              assertThat(entry.status()).isEqualTo(Status.TIMEOUT);
              assertThat(entry.cause()).isEqualTo("took longer than 10 ms");
            });
  }

  @Test
  void whatARunThatStopsAtAFailureDoesNotReachIsSkipped() throws Exception {
    Outcome run =
        PackedJar.benchmarks(folder)
            .run(
                List.of(
                    "CatOverhead.step",
                    "-f",
                    "1",
                    "-wi",
                    "0",
                    "-i",
                    "1",
                    "-r",
                    "50ms",
                    "-p",
                    "threads=1,0,2",
                    "-foe",
                    "true"));

    assertThat(run.status()).as(run.output()).isEqualTo(1);
    Run stored = new RunStore(folder.resolve("results/runs")).find("latest");
    assertThat(stored.finished()).isNotNull();
    assertThat(stored.entries())
        .extracting(Entry::status)
        .containsExactly(Status.OK, Status.FAILED, Status.SKIPPED);
    assertThat(stored.entries().get(2).cause()).contains("threads=0").contains("failed");
  }

  @Test
  void twoRunsAtOnceIntoOneFolderAreBothWhole() throws Exception {
    PackedJar jar = PackedJar.benchmarks(folder);
    List<String> arguments =
        List.of("Ruler", "-f", "2", "-wi", "0", "-i", "2", "-r", "50ms", "--store", "both");
    PackedJar.Run one = jar.start(List.of(), arguments);
    PackedJar.Run other = jar.start(List.of(), arguments);
    assertThat(one.outcome().status()).isZero();
    assertThat(other.outcome().status()).isZero();

    RunStore store = new RunStore(folder.resolve("both"));
    assertThat(store.list()).hasSize(2);
    for (String id : store.list()) {
      assertThat(store.find(id).entries()).extracting(Entry::status).containsOnly(Status.OK);
    }
  }

  @Test
  void aRunIsNotResumedOnWhatIsAnotherMachine() throws Exception {
    PackedJar jar = PackedJar.benchmarks(folder);
    jar.run(
        List.of(
            "CatOverhead.step",
            "-f",
            "1",
            "-wi",
            "0",
            "-i",
            "1",
            "-r",
            "50ms",
            "-p",
            "threads=0,1",
            "-foe",
            "true"));
    Path file;
    try (Stream<Path> files = Files.list(folder.resolve("results/runs"))) {
      file = files.findFirst().orElseThrow();
    }
    Files.writeString(
        file,
        Files.readString(file).replaceFirst("\"cpuModel\" : \"[^\"]*\"", "\"cpuModel\" : \"Z80\""));

    Outcome refused = jar.run(List.of("--resume", "latest"));

    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.output()).contains("cannot be resumed, start a new one: CPU Z80 then, ");
    assertThat(jar.run(List.of("--resume", "latest", "Dlrm")).output())
        .contains("--resume runs what the run was asked for; leave out Dlrm");
  }
}
