package org.calque.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunStoreTest {
  @TempDir Path parent;
  private Path folder;
  private RunStore store;

  @BeforeEach
  void folderThatIsNotThereYet() {
    folder = parent.resolve("results/runs");
    store = new RunStore(folder);
  }

  @Test
  void aSavedRunIsFoundByIdByBeginningAndAsTheLatest() throws IOException {
    Run first = named("20261130T091523.417Z-3fa9c1");
    Run second = named("20261201T080000.000Z-000001");
    store.save(second);
    store.save(first);

    assertThat(store.list()).containsExactly(first.id(), second.id());
    assertThat(store.find(first.id())).isEqualTo(first);
    assertThat(store.find("20261130")).isEqualTo(first);
    assertThat(store.find("latest")).isEqualTo(second);
  }

  @Test
  void savingAgainReplaces() throws IOException {
    Run run = Samples.run();
    store.save(run);
    Run more = run.with(Samples.time("a.B.c", 1));

    Path file = store.save(more);

    assertThat(file).hasFileName(run.id() + ".run.json");
    assertThat(store.find(run.id())).isEqualTo(more);
    assertThat(names()).containsExactly(run.id() + ".run.json");
  }

  @Test
  void aRunThatSomebodyNamedIsNotTheLatest() throws IOException {
    store.save(named("nightly"));
    store.save(named("20261130T091523.417Z-3fa9c1"));

    assertThat(store.find("latest").id()).startsWith("2026");
    assertThat(store.find("night").id()).isEqualTo("nightly");
  }

  @Test
  void aFolderThatIsNotThereHasNoRuns() throws IOException {
    assertThat(store.list()).isEmpty();
    assertThatThrownBy(() -> store.find("latest"))
        .isInstanceOf(RunFormatException.class)
        .hasMessage("no run 'latest' in " + folder + " (0 runs there)");
  }

  @Test
  void anAmbiguousBeginningNamesTheRuns() throws IOException {
    store.save(named("20261130T091523.417Z-3fa9c1"));
    store.save(named("20261130T101523.417Z-3fa9c1"));

    assertThatThrownBy(() -> store.find("20261130"))
        .isInstanceOf(RunFormatException.class)
        .hasMessageContaining("is the beginning of 2 runs")
        .hasMessageContaining("20261130T091523.417Z-3fa9c1, 20261130T101523.417Z-3fa9c1")
        .hasMessageEndingWith("write more of the id");
  }

  @Test
  void anIdCannotLeaveTheFolder() {
    assertThatThrownBy(() -> store.save(named("../evil")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the run id '../evil' cannot be a file name");
  }

  @Test
  void aFileInPlaceOfTheFolderIsNamed() throws IOException {
    Path file = Files.createFile(parent.resolve("file"));

    assertThatThrownBy(() -> new RunStore(file).list())
        .isInstanceOf(RunFormatException.class)
        .hasMessageContaining(file + " is not a folder");
  }

  @Test
  void aFileCanBeReadByThoseWhoCanReadTheFolder() throws IOException {
    Path file = store.save(Samples.run());
    Path ordinary = Files.createFile(folder.resolve("ordinary"));

    assertThat(Files.getPosixFilePermissions(file))
        .isEqualTo(Files.getPosixFilePermissions(ordinary));
  }

  @Test
  void readersSeeWholeRunsWhileWritersWrite() throws Exception {
    Run one = Samples.run(Samples.time("a.B.first", Samples.around(10, 400)));
    Run other = Samples.run(Samples.time("a.B.first", Samples.around(10, 400)));
    store.save(one);
    store.save(other);
    AtomicBoolean writing = new AtomicBoolean(true);
    Callable<Integer> reader =
        () -> {
          int reads = 0;
          while (writing.get() || reads == 0) {
            for (String id : store.list()) {
              assertThat(store.find(id).id()).isEqualTo(id); // never half a file
              reads++;
            }
          }
          return reads;
        };
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Integer>> readers = List.of(threads.submit(reader), threads.submit(reader));
      // Two writers of one run, as when a launcher is started twice on one file, and one of
      // another.
      List<Future<?>> writers =
          List.of(threads.submit(() -> grow(one)), threads.submit(() -> grow(other)));
      grow(one);
      for (Future<?> writer : writers) {
        writer.get();
      }
      writing.set(false);
      for (Future<Integer> each : readers) {
        assertThat(each.get()).isPositive();
      }
    } finally {
      writing.set(false);
      threads.shutdownNow();
    }
    assertThat(names()).containsExactlyInAnyOrder(one.id() + ".run.json", other.id() + ".run.json");
  }

  private void grow(Run run) {
    try {
      Run more = run;
      for (int i = 0; i < 20; i++) {
        more = more.with(Samples.time("a.B.m" + i, 1));
        store.save(more);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private static Run named(String id) {
    return new Run(
        Run.FORMAT_VERSION,
        id,
        Instant.EPOCH,
        null,
        List.of(),
        Machine.unknown(),
        Software.unknown(),
        List.of(),
        List.of());
  }
}
