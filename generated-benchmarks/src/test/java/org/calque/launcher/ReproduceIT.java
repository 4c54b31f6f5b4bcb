package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.calque.launcher.PackedJar.Outcome;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.RunFormat;
import org.calque.results.RunStore;
import org.calque.results.Status;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stored run is all that it takes to run the same again. */
class ReproduceIT {
  private static final List<String> ARGUMENTS =
      List.of(
          "CatOverhead.step",
          "-p",
          "lazy=true,false",
          "-f",
          "1",
          "-wi",
          "0",
          "-i",
          "1",
          "-r",
          "10ms",
          "-rf",
          "json",
          "-rff",
          "jmh.json");

  @TempDir private static Path folder;
  private static Run original;

  @BeforeAll
  static void aRunIsStored() throws Exception {
    Outcome run = run(ARGUMENTS.toArray(String[]::new));
    assertThat(run.status()).as(run.output()).isZero();
    original = store().find("latest");
  }

  private static Outcome run(String... arguments) throws Exception {
    return PackedJar.benchmarks(folder).run(List.of(arguments));
  }

  private static RunStore store() {
    return new RunStore(folder.resolve("results/runs"));
  }

  /** A file of the run in which something is replaced. */
  private static String edited(String pattern, String replacement) throws IOException {
    Path file = folder.resolve("edited.json");
    String text = Files.readString(store().file(original.id()));
    Files.writeString(file, text.replaceFirst(pattern, replacement));
    assertThat(Files.readString(file)).isNotEqualTo(text);
    return file.getFileName().toString();
  }

  @Test
  void theSameRunsAgainAsANewRun() throws Exception {
    Path written = folder.resolve("jmh.json");
    final FileTime at = Files.getLastModifiedTime(written);

    Outcome outcome = run("reproduce", "latest");

    assertThat(outcome.status()).as(outcome.output()).isZero();
    List<String> ids = new ArrayList<>(store().list());
    assertThat(ids).hasSize(2).contains(original.id());
    ids.remove(original.id());
    Run again = store().find(ids.get(0));
    assertThat(again.arguments()).isEqualTo(ARGUMENTS);
    assertThat(again.entries()).hasSize(2).extracting(Entry::status).containsOnly(Status.OK);
    assertThat(again.entries())
        .extracting(Entry::key)
        .containsExactlyElementsOf(original.entries().stream().map(Entry::key).toList());
    assertThat(Files.getLastModifiedTime(written)).isEqualTo(at);
    assertThat(outcome.output())
        .contains("nothing that is known of it differs")
        .contains("java -jar results/target/results.jar diff " + original.id() + " " + again.id());
  }

  @Test
  void itsDescriptionIsEnoughAndMayGoToAnotherStore() throws Exception {
    Path system = folder.resolve("system.json");
    Files.writeString(system, RunFormat.write(original.description()));

    Outcome outcome = run("reproduce", system.toString(), "--store", "again");

    assertThat(outcome.status()).as(outcome.output()).isZero();
    assertThat(new RunStore(folder.resolve("again")).find("latest").entries()).hasSize(2);
    assertThat(outcome.output()).doesNotContain("Compare them with");
  }

  @Test
  void aCheckRunsNothing() throws Exception {
    final List<String> before = store().list();

    Outcome same = run("reproduce", original.id(), "--check");
    assertThat(same.status()).as(same.output()).isZero();

    Outcome slower =
        run("reproduce", edited("\"cpuModel\" : \"[^\"]*\"", "\"cpuModel\" : \"Z80\""), "--check");
    assertThat(slower.status()).as(slower.output()).isEqualTo(1);
    assertThat(slower.output()).containsPattern("may change results:\\R  CPU Z80 then, ");

    assertThat(store().list()).isEqualTo(before);
  }

  @Test
  void aRunOfAnotherTraceIsRefusedWithAndWithoutACheck() throws Exception {
    final List<String> before = store().list();
    String file =
        edited("\"traceSha256\" : \"[^\"]*\"", "\"traceSha256\" : \"" + "0".repeat(64) + "\"");

    for (List<String> options : List.of(List.of("--check"), List.<String>of())) {
      List<String> arguments = new ArrayList<>(List.of("reproduce", file));
      arguments.addAll(options);
      Outcome outcome = run(arguments.toArray(String[]::new));

      assertThat(outcome.status()).as(outcome.output()).isEqualTo(2);
      assertThat(outcome.output())
          .containsPattern("cannot be the same:\\R  workload cat_overhead: trace 0{64} then, ");
    }
    assertThat(store().list()).isEqualTo(before);
  }

  @Test
  void whatDoesNotSayWhatToRunIsRefusedInOneLine() throws Exception {
    Path bare = folder.resolve("bare.json");
    Files.writeString(
        bare,
        RunFormat.write(Run.start(List.of(), original.machine(), original.software(), List.of())));

    for (String reference : List.of("nothing", "missing.json", "jmh.json", "bare.json")) {
      Outcome outcome = run("reproduce", reference);

      assertThat(outcome.status()).as(outcome.output()).isEqualTo(2);
      assertThat(outcome.output().lines())
          .singleElement()
          .asString()
          .startsWith("calque: ")
          .contains(reference);
    }
  }
}
