package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.calque.launcher.PackedJar.Outcome;
import org.calque.results.Entry;
import org.calque.results.Metric;
import org.calque.results.Run;
import org.calque.results.RunStore;
import org.calque.results.Status;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Energy beside time, and sweeps over batch sizes, as a user runs them. */
class PowerIT {
  @TempDir private Path folder;

  private Outcome run(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--store", folder.resolve("store").toString()));
    return PackedJar.benchmarks(folder).run(all);
  }

  private Run stored() throws IOException {
    RunStore store = new RunStore(folder.resolve("store"));
    return store.find(store.list().get(0));
  }

  private static Map<String, Metric> metrics(Entry entry) {
    return Metric.of(entry).stream().collect(Collectors.toMap(Metric::name, metric -> metric));
  }

  /** A processor's counter that a thread moves by 50 W. */
  private final class Package implements AutoCloseable {
    private final Path zone = folder.resolve("root/sys/class/powercap/intel-rapl:0");
    private volatile boolean stopped;
    private final Thread thread = new Thread(this::count);

    Package() throws IOException {
      Files.createDirectories(zone);
      Files.writeString(zone.resolve("name"), "package-0\n");
      Files.writeString(zone.resolve("max_energy_range_uj"), "262143328850\n");
      Files.writeString(zone.resolve("energy_uj"), "1000000000\n");
      thread.start();
    }

    private void count() {
      long start = System.nanoTime();
      // In place and of one length, so that nobody reads half of it.
      try (FileChannel file =
          FileChannel.open(zone.resolve("energy_uj"), StandardOpenOption.WRITE)) {
        while (!stopped) {
          long microjoules = 1_000_000_000L + (System.nanoTime() - start) / 1000 * 50;
          file.write(ByteBuffer.wrap((microjoules + "\n").getBytes(StandardCharsets.UTF_8)), 0);
          Thread.sleep(1);
        }
      } catch (IOException | InterruptedException e) {
        stopped = true;
      }
    }

    @Override
    public void close() throws InterruptedException {
      stopped = true;
      thread.join();
    }
  }

  @Test
  @DisplayName("Case 37: energy for an item and a step, power and method stand beside the time")
  void energyAndTimeAreOfTheSameIterations() throws Exception {
    Outcome outcome;
    try (Package cpu = new Package()) {
      outcome =
          run(
              "OperatorOverhead.step",
              "-f",
              "2",
              "-wi",
              "1",
              "-i",
              "2",
              "-w",
              "200ms",
              "-r",
              "500ms",
              "-prof",
              "power:sources=rapl;trace=true;idle=200ms;root=" + folder.resolve("root"));
    }
    assertThat(outcome.status()).as(outcome.output()).isZero();
    assertThat(outcome.output())
        .contains("power: rapl.package-0: cpu package, ")
        .containsPattern("power: rapl.package-0: read \\d+ times in .* of a core");

    Entry entry = stored().entries().get(0);
    Map<String, Metric> metrics = metrics(entry);
    double milliseconds = metrics.get(Metric.PRIMARY).score();
    Metric energy = metrics.get("energy.rapl.package-0");
    assertThat(energy.unit()).isEqualTo("mJ/op");
    assertThat(energy.score()).isCloseTo(50 * milliseconds, within(0.1 * 50 * milliseconds));
    assertThat(energy.sample().forks()).isEqualTo(2);
    assertThat(metrics.get("power.rapl.package-0").score()).isCloseTo(50, within(2.5));
    assertThat(metrics.get("power.rapl.package-0.idle").score()).isCloseTo(50, within(2.5));
    assertThat(metrics.get("power.rapl.package-0.valid").score()).isEqualTo(100);
    assertThat(metrics.get("efficiency.rapl.package-0").unit()).isEqualTo("operators/Wh");
    assertThat(metrics.get("throughput").score())
        .isCloseTo(1e6 / milliseconds, within(0.1 * 1e6 / milliseconds));

    assertThat(entry.power().sensors().get(0).scope()).isEqualTo("cpu package");
    assertThat(entry.power().forks()).hasSize(2);
    var fork = entry.power().forks().get(0);
    assertThat(fork.iterations()).hasSize(2);
    assertThat(fork.iterations().get(0).energies().get(0).method()).isEqualTo("counter");
    assertThat(fork.samplings().get(0).watts()).hasSizeGreaterThan(20);

    Path traces = folder.resolve("store").resolve(stored().id() + ".power");
    assertThat(outcome.output()).contains("Power over time: " + traces + " (2 forks)");
    assertThat(Files.readAllLines(traces.resolve("001-OperatorOverhead.step-fork2.csv")))
        .startsWith(",timestamps,rapl.package-0,iteration")
        .anyMatch(line -> line.endsWith(",1"))
        .anyMatch(line -> line.endsWith(",2"))
        .anyMatch(line -> line.endsWith(","));
  }

  @Test
  @DisplayName("Case 18: a machine without a sensor says so, and its times are kept")
  void missingSensorsAreNamedAndCostNoTimes() throws Exception {
    Outcome outcome =
        run(
            "OperatorOverhead.step",
            "-f",
            "1",
            "-wi",
            "0",
            "-i",
            "1",
            "-r",
            "100ms",
            "-prof",
            "power:root=" + folder);
    assertThat(outcome.status()).as(outcome.output()).isZero();
    assertThat(outcome.output()).contains("power: unavailable: no sensor can be read");
    Entry entry = stored().entries().get(0);
    assertThat(entry.status()).isEqualTo(Status.OK);
    assertThat(metrics(entry).keySet()).noneMatch(name -> name.startsWith("energy"));
  }

  @Test
  @DisplayName(
      "Case 34: a batch that does not fit is a row with its cause, and the next series runs")
  void sweepsEndAtTheFirstBatchThatDoesNotFit() throws Exception {
    Outcome outcome =
        run(
            "--sweep",
            "batch",
            "Caraml.*B[124]\\.",
            "--max-memory",
            "150m",
            "-p",
            "threads=1",
            "-f",
            "1",
            "-wi",
            "0",
            "-i",
            "1",
            "-r",
            "100ms");
    assertThat(outcome.status()).as(outcome.output()).isEqualTo(1);
    Map<String, Entry> entries =
        stored().entries().stream().collect(Collectors.toMap(Entry::workload, entry -> entry));
    assertThat(entries.get("caraml_gpt_small_b1").status()).isEqualTo(Status.OK);
    assertThat(entries.get("caraml_gpt_small_b2").status()).isEqualTo(Status.OK);
    assertThat(entries.get("caraml_gpt_small_b4").status()).isEqualTo(Status.OUT_OF_MEMORY);
    assertThat(entries.get("caraml_gpt_small_b4").cause())
        .contains("need 176 MiB")
        .contains("150 MiB of");
    assertThat(entries.get("caraml_resnet50_64px_b1").status()).isEqualTo(Status.OUT_OF_MEMORY);
    assertThat(entries.get("caraml_resnet50_64px_b2").status()).isEqualTo(Status.SKIPPED);
    assertThat(entries.get("caraml_resnet50_64px_b2").cause())
        .isEqualTo("batch 1 of the series ran out of memory");

    Outcome table =
        new PackedJar("calque.results.jar", folder)
            .run(
                List.of(
                    "caraml",
                    stored().id(),
                    "--store",
                    folder.resolve("store").toString(),
                    "--style",
                    "csv"));
    assertThat(table.status()).as(table.output()).isZero();
    assertThat(table.output().lines().filter(line -> line.contains(",GPT,small,"))).hasSize(3);
    assertThat(table.output()).contains(",out_of_memory,").contains(",skipped,");
  }

  @Test
  void helpNamesTheOptionsAndTheSensorsOfThisMachine() throws Exception {
    Outcome help = PackedJar.benchmarks(folder).run(List.of("-prof", "power:help"));
    assertThat(help.status()).as(help.output()).isZero();
    assertThat(help.output()).contains("sources=A,B").contains("power: ");
  }

  @Test
  void aCommandIsMeasuredAsJpwrDoesItAndEndsAsItEnded() throws Exception {
    Path files = folder.resolve("files");
    Outcome outcome;
    try (Package cpu = new Package()) {
      outcome =
          power(
              files,
              "--methods",
              "rapl",
              "--df-suffix",
              "cpu",
              "--",
              "sh",
              "-c",
              "sleep 1; exit 7");
    }
    assertThat(outcome.status()).as(outcome.output()).isEqualTo(7);
    assertThat(outcome.output()).contains("by counter: valid").contains("% of a core");
    Map<String, Path> kinds = kinds(files);
    assertThat(kinds.keySet())
        .containsExactlyInAnyOrder("power", "energy", "energy_from_counter", "sensors");
    List<String> energy = Files.readAllLines(kinds.get("energy"));
    assertThat(energy.get(0)).isEqualTo(",0");
    assertThat(energy.get(1)).startsWith("rapl:package-0,");
    double joules = 3600 * Double.parseDouble(energy.get(1).split(",", -1)[1]);
    assertThat(joules).isBetween(50.0, 60.0); // 50 W for a second and the start of a shell
    List<String> power = Files.readAllLines(kinds.get("power"));
    assertThat(power.get(0)).isEqualTo(",timestamps,rapl:package-0");
    assertThat(power).hasSizeGreaterThan(30);
    assertThat(Double.parseDouble(power.get(1).split(",", -1)[1]))
        .isCloseTo(System.currentTimeMillis() / 1e3, within(60.0));
  }

  @Test
  void aCommandThatIsEndedEarlyLeavesWhatWasMeasured() throws Exception {
    Path files = folder.resolve("files");
    try (Package cpu = new Package()) {
      PackedJar.Run run =
          PackedJar.benchmarks(folder)
              .start(
                  List.of(),
                  List.of(
                      "power",
                      "--root",
                      folder.resolve("root").toString(),
                      "--out",
                      files.toString(),
                      "sleep",
                      "60"));
      while (run.process().isAlive() && run.process().children().findAny().isEmpty()) {
        Thread.sleep(20);
      }
      Thread.sleep(500);
      run.process().destroy();
      assertThat(run.outcome().status()).isEqualTo(143);
    }
    assertThat(Files.readAllLines(kinds(files).get("energy")).get(1))
        .matches("rapl:package-0,0\\.0\\d+");
  }

  @Test
  void whatIsNoCommandOrNoSourceIsSaidInOneLine() throws Exception {
    Outcome missing = power(folder.resolve("files"), "--", "no-such-command");
    assertThat(missing.status()).isEqualTo(127);
    assertThat(missing.output()).contains("no-such-command");
    Outcome unknown = power(folder.resolve("files"), "--sources", "volta", "--", "true");
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.output()).contains("there is no power source 'volta'; there are battery,");
  }

  private Outcome power(Path files, String... arguments) throws Exception {
    List<String> all =
        new ArrayList<>(
            List.of("power", "--root", folder.resolve("root").toString(), "--out", "" + files));
    all.addAll(List.of(arguments));
    return PackedJar.benchmarks(folder).run(all);
  }

  /** The files by what they are of. */
  private static Map<String, Path> kinds(Path files) throws IOException {
    try (Stream<Path> all = Files.list(files)) {
      return all.collect(
          Collectors.toMap(file -> file.getFileName().toString().split("\\.")[0], file -> file));
    }
  }
}
