package org.calque.results.caraml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.Run;
import org.calque.results.RunFormatException;
import org.calque.results.Samples;
import org.calque.results.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaramlTableTest {
  @TempDir private Path folder;

  private static CaramlTable llm(Run run) {
    return CaramlTable.of(CaramlBenchmark.LLM, List.of(run), null);
  }

  private static Map<String, String> row(CaramlTable table, int row) {
    List<String> columns = table.columns();
    return IntStream.range(0, columns.size())
        .boxed()
        .collect(Collectors.toMap(columns::get, i -> table.cells().get(row).get(i)));
  }

  @Test
  void columnsOfCaramlComeFirstAndInItsOrder() {
    CaramlTable table = llm(Samples.run(Samples.time("a.Mlp.step", 100)));
    assertThat(String.join(",", table.columns()))
        .startsWith(
            "JobID,System,Version,Queue,JobTime,Runtime(min),Model,ModelSize,Dataset,Nodes,Devices,"
                + "GlobalBatchSize,PipelineParallel,TensorParallel,DataParallel,Iterations,"
                + "Time/iteration(s),Tokens/second,Avg_TFLOPs/GPU,EnergyFile,");
    assertThat(String.join(",", CaramlBenchmark.RESNET50.columns()))
        .isEqualTo(
            "JobID,System,Version,Queue,Runtime(s),Model,Dataset,Nodes,Devices,Tasks/Node,"
                + "Threads/Task,GlobalBatchSize,BatchSize/Device,Images/second,EnergyFile");
  }

  @Test
  void throughputAndFlopsComeFromItemsOfAStep() {
    // 32 items in 100 us, 4,056 operations each.
    Run run = Samples.run(Samples.time("a.Mlp.step", 99, 101));
    Map<String, String> row = row(llm(run), 0);
    assertThat(row)
        .containsEntry("Tokens/second", "320000.00")
        .containsEntry("Time/iteration(s)", "0.0001000")
        .containsEntry("Avg_TFLOPs/GPU", "0.001298")
        .containsEntry("GlobalBatchSize", "32")
        .containsEntry("MicroBatchSize", "8")
        .containsEntry("GAS", "4")
        .containsEntry("Share", "whole model")
        .containsEntry("Forks", "2")
        .containsEntry("Status", "ok");
  }

  @Test
  void utilisationIsItemsASecondTimesFlopsOfAnItemOverThePeak() {
    // 320,000 items a second of 4,056 operations are 0.001298 TFLOP/s, of 0.01 at most.
    Entry oom =
        Entry.without(Samples.key("a.Mlp2.step"), Status.OUT_OF_MEMORY, "full").ofWorkload("mlp");
    Run run = Samples.run(Samples.time("a.Mlp.step", 99, 101), oom);
    CaramlTable table = CaramlTable.of(CaramlBenchmark.LLM, List.of(run), PeakRate.parse("0.01"));

    assertThat(row(table, 0)).containsEntry("MFU(%)", "12.98");
    assertThat(row(table, 1)).containsEntry("MFU(%)", "");
    assertThat(llm(run).columns()).doesNotContain("MFU(%)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "NaN", "Infinity", "1e999", "fast", "", "1d", "0x10", "989,5"})
  void aPeakIsAPositiveNumber(String text) {
    assertThatThrownBy(() -> PeakRate.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("is not a positive number of TFLOP/s such as 989.5");
  }

  @Test
  void energyHasColumnsForEachSensor() {
    Entry entry =
        Samples.timeAnd(
                "a.Mlp.step", new double[] {100, 100}, "energy.rapl.package-0", "uJ/op", 7200, 7200)
            .ofWorkload("mlp");
    Map<String, String> row = row(llm(Samples.run(entry)), 0);
    assertThat(row)
        .containsEntry("Energy/iteration(J) rapl.package-0", "0.007200")
        .containsEntry("Energy/iteration(Wh) rapl.package-0", "2.000e-06")
        .containsEntry("Tokens/Wh rapl.package-0", "16000000.00");
  }

  @Test
  void rowWithoutAResultHasNoNumbersAndSaysWhy() {
    Entry entry =
        Entry.without(
                new BenchmarkKey("a.Mlp.step", "avgt", 1, Map.of()),
                Status.OUT_OF_MEMORY,
                "needs 3 GiB of 2")
            .ofWorkload("mlp");
    Map<String, String> row = row(llm(Samples.run(entry)), 0);
    assertThat(row)
        .containsEntry("Status", "out_of_memory")
        .containsEntry("Cause", "needs 3 GiB of 2")
        .containsEntry("Tokens/second", "");
  }

  @Test
  void phasesAndOtherWorkloadsAreNoRows() {
    Run run = Samples.run(Samples.time("a.Mlp.forward", 100));
    assertThat(llm(run).isEmpty()).isTrue();
    Run step = Samples.run(Samples.time("a.Mlp.step", 100));
    assertThat(CaramlTable.of(CaramlBenchmark.RESNET50, List.of(step), null).isEmpty()).isTrue();
  }

  @Test
  void fileOfCaramlIsSetBeside() throws IOException {
    Path old =
        Files.writeString(
            folder.resolve("old.csv"),
            "JobID,System,GlobalBatchSize,Time/Iteration(s),Tokens/second,EnergyFile\n"
                + "13077019,MI250,32,0.74,88620.76,a/combined_energy.csv\n");
    CaramlTable table = llm(Samples.run(Samples.time("a.Mlp.step", 9)));
    table.add(OldCaramlFile.read(old, CaramlBenchmark.LLM));
    assertThat(row(table, 1))
        .containsEntry("System", "MI250")
        .containsEntry("Time/iteration(s)", "0.74")
        .containsEntry("Tokens/second", "88620.76")
        .containsEntry("Source", "old.csv");
  }

  @Test
  void fileOfSomethingElseIsNamed() throws IOException {
    Path other = Files.writeString(folder.resolve("other.csv"), "a,b\n1,2\n");
    assertThatThrownBy(() -> OldCaramlFile.read(other, CaramlBenchmark.LLM))
        .isInstanceOf(RunFormatException.class)
        .hasMessageContaining("other.csv is no csv of CARAML's llm");
  }
}
