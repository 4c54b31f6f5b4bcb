package org.calque.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunJournalTest {
  @TempDir Path folder;
  private RunStore store;
  private Run begun;

  @BeforeEach
  void aRunOfThreeBenchmarks() {
    store = new RunStore(folder);
    Run run = Samples.run();
    begun =
        Run.start(List.of("Mlp"), run.machine(), run.software(), run.workloads())
            .withEntries(List.of(due("a.B.one"), due("a.B.two"), due("a.B.three")));
  }

  private static Entry due(String benchmark) {
    return Entry.lost(Samples.key(benchmark), "was due");
  }

  @Test
  void whatWasAppendedIsReadWhileTheRunGoesOn() throws IOException {
    try (RunJournal journal = RunJournal.begin(store, begun)) {
      journal.append(Samples.time("a.B.two", 1, 2));

      Run seen = store.find("latest");
      assertThat(seen).isEqualTo(journal.run());
      assertThat(seen.finished()).isNull();
      assertThat(seen.entries())
          .extracting(Entry::status)
          .containsExactly(Status.LOST, Status.OK, Status.LOST);
      assertThat(store.running(begun.id())).isTrue();
    }
  }

  @Test
  void whoAsksWhetherARunGoesOnKeepsNobodyFromResumingIt() throws Exception {
    RunJournal.begin(store, begun).close();
    FileChannel asked = FileChannel.open(store.journal(begun.id()), StandardOpenOption.WRITE);
    asked.lock();
    Thread answered = new Thread(() -> closeSoon(asked));
    answered.start();

    try (RunJournal journal = RunJournal.resume(store, begun.id())) {
      assertThat(journal.run()).isEqualTo(begun);
    }
    answered.join();
  }

  private static void closeSoon(FileChannel file) {
    try (file) {
      Thread.sleep(20);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFinishedRunIsOneFileAndNoJournal() throws IOException {
    Run finished;
    try (RunJournal journal = RunJournal.begin(store, begun)) {
      journal.append(Samples.time("a.B.one", 1));
      finished = journal.finish(Instant.now());
    }

    assertThat(files()).containsExactly(begun.id() + ".run.json");
    assertThat(store.find(begun.id())).isEqualTo(finished);
    assertThat(store.running(begun.id())).isFalse();
  }

  /** Whatever byte the file ends at: entries whose lines are whole are there. */
  @Test
  void ofAJournalThatWasCutOffTheWholeLinesCount() throws IOException {
    try (RunJournal journal = RunJournal.begin(store, begun)) {
      journal.append(Samples.time("a.B.one", 1));
      journal.append(Samples.time("a.B.two", 2));
    }
    byte[] whole = Files.readAllBytes(store.journal(begun.id()));
    int header = new String(whole, StandardCharsets.UTF_8).indexOf('\n') + 1;
    for (int length = header; length <= whole.length; length += 7) {
      byte[] cut = java.util.Arrays.copyOf(whole, length);
      Files.write(store.journal(begun.id()), cut);
      long lines = new String(cut, StandardCharsets.UTF_8).chars().filter(c -> c == '\n').count();

      long ok =
          store.find(begun.id()).entries().stream().filter(e -> e.status() == Status.OK).count();
      assertThat(ok).isEqualTo(lines - 1);
    }
  }

  @Test
  void aRunThatWasKilledGoesOnWhereItStopped() throws IOException {
    try (RunJournal journal = RunJournal.begin(store, begun)) {
      journal.append(Samples.time("a.B.one", 1));
      journal.append(Entry.failed(Samples.key("a.B.two"), "not bound"));
    }
    Files.writeString(
        store.journal(begun.id()), "{\"benchmark\" : \"a.B.th", StandardOpenOption.APPEND);

    try (RunJournal journal = RunJournal.resume(store, begun.id())) {
      assertThat(journal.unfinished()).containsExactly(Samples.key("a.B.three"));
      journal.append(Samples.time("a.B.three", 3));
      journal.finish(Instant.now());
    }

    assertThat(store.find(begun.id()).entries())
        .extracting(Entry::status)
        .containsExactly(Status.OK, Status.FAILED, Status.OK);
    assertThat(files()).hasSize(1);
  }

  @Test
  void aFinishedRunGoesOnWithWhatItSkipped() throws IOException {
    Entry skipped = Entry.without(Samples.key("a.B.two"), Status.SKIPPED, "stopped before");
    store.save(begun.withEntries(List.of(skipped)).finish(Instant.now()));

    try (RunJournal journal = RunJournal.resume(store, begun.id())) {
      assertThat(journal.unfinished()).containsExactly(Samples.key("a.B.two"));
      journal.append(Samples.time("a.B.two", 2));
      assertThat(files()).containsExactly(begun.id() + ".run.jsonl");
      assertThat(store.find(begun.id()).finished()).isNull();
    }
  }

  @Test
  void aFinishedRunThatDoesNotGoOnAfterAllStaysAsItWas() throws IOException {
    Run finished = begun.finish(Instant.now());
    store.save(finished);

    RunJournal.resume(store, begun.id()).close();

    assertThat(files()).containsExactly(begun.id() + ".run.json");
    assertThat(store.find(begun.id())).isEqualTo(finished);
  }

  /** As when another JMH holds its lock: nothing starts, and what was measured stays. */
  @Test
  void aKilledRunThatCannotGoOnLosesNothing() throws IOException {
    try (RunJournal journal = RunJournal.begin(store, begun)) {
      journal.append(Samples.time("a.B.one", 1));
    }
    Run killed = store.find(begun.id());

    RunJournal.resume(store, begun.id()).discard();

    assertThat(store.find(begun.id())).isEqualTo(killed);
  }

  @Test
  void aRunOfWhichNothingBeganIsForgotten() throws IOException {
    RunJournal.begin(store, begun).discard();

    assertThat(files()).isEmpty();
  }

  @Test
  void anEmptyJournalDoesNotHideAFinishedRun() throws IOException {
    store.save(begun.finish(Instant.now()));
    Files.writeString(store.journal(begun.id()), "{\"formatVersion");

    assertThat(store.find(begun.id()).entries()).hasSize(3);
  }

  @Test
  void aLineWithoutAnEntryIsDamage() throws IOException {
    Files.createDirectories(folder);
    Files.writeString(store.journal(begun.id()), JournalFormat.line(begun) + "\nnull\n");

    assertThatThrownBy(() -> store.find(begun.id()))
        .isInstanceOf(RunFormatException.class)
        .hasMessageEndingWith("line 2: there is no entry");
  }

  @Test
  void aRunThatGoesOnCannotBeResumed() throws IOException {
    try (RunJournal journal = RunJournal.begin(store, begun)) {
      assertThatThrownBy(() -> RunJournal.resume(store, journal.run().id()))
          .isInstanceOf(RunFormatException.class)
          .hasMessage("the run " + begun.id() + " goes on in another process");
    }
  }

  @Test
  void aDamagedLineIsNamed() throws IOException {
    Files.createDirectories(folder);
    Path journal = store.journal(begun.id());
    Files.writeString(journal, JournalFormat.line(begun) + "\n{}\n");

    assertThatThrownBy(() -> store.find(begun.id()))
        .isInstanceOf(RunFormatException.class)
        .hasMessageStartingWith(journal + ": line 2: ")
        .hasMessageContaining("benchmark is missing");
  }

  @Test
  void theSameEntryIsWrittenOnce() throws IOException {
    try (RunJournal journal = RunJournal.begin(store, begun)) {
      journal.append(Samples.time("a.B.one", 1));
      journal.append(Samples.time("a.B.one", 1));
      assertThat(Files.readAllLines(store.journal(begun.id()))).hasSize(2);
    }
  }

  private List<String> files() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
