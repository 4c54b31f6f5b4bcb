package org.calque.launcher.jpwr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.MeterSettings;
import org.calque.runtime.power.PowerGauge;
import org.calque.runtime.power.Reading;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.SensorFacts;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real measurements of a command by sensors in memory, as ranks of a job. */
class CombinedRanksTest {
  private static final double LIMIT = 0.1;

  @TempDir private Path folder;

  /** A GPU of the node that draws as many watts. */
  private static Sensor gpu(int number, double watts) {
    Reading reading = () -> watts;
    return new Sensor(
        new SensorFacts("nvml", "gpu" + number, "GPU-" + number, Scope.GPU, "all processes"),
        null,
        new PowerGauge(reading, Duration.ZERO, Duration.ofMillis(10)));
  }

  private void measure(String node, String number, Sensor... sensors) throws Exception {
    MeasuredProcess process =
        MeasuredProcess.start(
            List.of("sleep", "0.3"),
            new Findings(List.of(sensors), List.of()),
            MeterSettings.DEFAULT);
    assertThat(process.await()).isZero();
    new JpwrFiles(folder, number, new Rank(node, number)).write(process.recording());
  }

  /** Changes a cell of each sensor that a rank measured. */
  private void set(String number, String column, String value) throws IOException {
    Path file = folder.resolve("sensors." + number + ".csv");
    List<String> lines = Files.readAllLines(file);
    int place = Arrays.asList(lines.get(0).split(",", -1)).indexOf(column);
    for (int i = 1; i < lines.size(); i++) {
      String[] cells = lines.get(i).split(",", -1);
      cells[place] = value;
      lines.set(i, String.join(",", cells));
    }
    Files.write(file, lines);
  }

  private void atOnce(String... numbers) throws IOException {
    for (String number : numbers) {
      set(number, SensorRow.STARTED, "1000.0");
      set(number, SensorRow.AHEAD, "0.0");
    }
  }

  /** Two ranks of a job, the second on that node. */
  private void twoRanks(String second) throws Exception {
    measure("jrc0001", "0", gpu(0, 100));
    measure(second, "1", gpu(0, 100));
    atOnce("0", "1");
  }

  private List<String> energies() throws IOException {
    return Files.readAllLines(folder.resolve("combined_energy.csv"));
  }

  @Test
  void aDeviceThatTwoRanksOfANodeSawStandsThereOnce() throws Exception {
    measure("jrc0001", "0", gpu(0, 100), gpu(1, 200));
    measure("jrc0001", "1", gpu(0, 100), gpu(1, 200));
    measure("jrc0002", "2", gpu(0, 400));
    atOnce("0", "1", "2");

    CombinedRanks ranks = CombinedRanks.of(folder, LIMIT);
    ranks.write(folder);

    assertThat(energies()).hasSize(4);
    assertThat(energies().get(0)).isEqualTo(",nodename,rank,pynvml:0,pynvml:1");
    assertThat(energies().get(1)).matches("0,jrc0001,0,0\\.00\\d+,0\\.01\\d+");
    assertThat(energies().get(2)).isEqualTo("1,jrc0001,1,,");
    assertThat(energies().get(3)).matches("2,jrc0002,2,0\\.03\\d+,");
    assertThat(ranks.repeated())
        .containsExactly(
            "pynvml:0 of jrc0001: measured by 2, taken from rank 0 on jrc0001",
            "pynvml:1 of jrc0001: measured by 2, taken from rank 0 on jrc0001");
    assertThat(Files.readAllLines(folder.resolve("combined_power.csv")))
        .startsWith(",timestamps,pynvml:0,pynvml:1,nodename,rank")
        .noneMatch(line -> line.endsWith("jrc0001,1"))
        .anyMatch(line -> line.matches("\\d+,[\\d.]+,400\\.000000,,jrc0002,2"));
  }

  @Test
  @DisplayName("Case 30: nodes whose clocks are 0.7 s apart are not merged, and the offset is told")
  void clocksThatAreApartAreNotMerged() throws Exception {
    twoRanks("jrc0002");
    set("1", SensorRow.AHEAD, "0.7");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> CombinedRanks.of(folder, LIMIT))
        .withMessageContaining("rank 1 on jrc0002 and rank 0 on jrc0001 are 0.700 s apart");
    assertThat(CombinedRanks.of(folder, 1).size()).isEqualTo(2);
  }

  @Test
  void theClockOfThisMachineIsNotFarFromThatOfItsFiles() throws Exception {
    assertThat(Math.abs(SharedClock.ahead(folder))).isLessThan(1);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void measurementsOfDifferentTimesAreNotOneJob() throws Exception {
    twoRanks("jrc0001");
    set("1", SensorRow.STARTED, "2000.0");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> CombinedRanks.of(folder, LIMIT))
        .withMessageContaining("did not run at the same time");
  }

  @Test
  void aRankCannotBeThereTwice() throws Exception {
    twoRanks("jrc0001");
    set("1", SensorRow.RANK, "0");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> CombinedRanks.of(folder, LIMIT))
        .withMessageContaining("rank 0 on jrc0001 has left two measurements");
  }

  @Test
  void aFolderWithoutMeasurementsAndADamagedFileAreNamed() throws Exception {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CombinedRanks.of(folder, LIMIT))
        .withMessageContaining(folder.toString());
    measure("jrc0001", "0", gpu(0, 100));
    set("0", SensorRow.AHEAD, "soon");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CombinedRanks.of(folder, LIMIT))
        .withMessageContaining("sensors.0.csv")
        .withMessageContaining("'soon'");
    atOnce("0");
    Files.delete(folder.resolve("energy.0.csv"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CombinedRanks.of(folder, LIMIT))
        .withMessage(folder.resolve("energy.0.csv") + " is missing");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CombinedRanks.of(folder.resolve("none"), LIMIT))
        .withMessage(folder.resolve("none") + " is no folder");
  }
}
