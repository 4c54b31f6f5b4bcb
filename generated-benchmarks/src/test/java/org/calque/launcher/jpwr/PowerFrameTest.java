package org.calque.launcher.jpwr;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PowerFrameTest {
  @TempDir private Path folder;

  private List<String> lines(PowerFrame.Column... columns) throws IOException {
    Path file = folder.resolve("power.csv");
    Csv.write(
        file,
        csv ->
            new PowerFrame(List.of(columns))
                .write(csv, List.of("nodename"), time -> List.of("jrc0001")));
    return Files.readAllLines(file);
  }

  @Test
  void rowsStandAtTheTimesOfTheSensorThatWasReadMost() throws IOException {
    assertThat(
            lines(
                new PowerFrame.Column(
                    "pynvml:0", new double[] {10.05, 10.15}, new double[] {100, 200}),
                new PowerFrame.Column(
                    "hwmon:x", new double[] {10, 10.1, 10.15, 10.2}, new double[] {1, 2, 3, 4})))
        .containsExactly(
            ",timestamps,pynvml:0,hwmon:x,nodename",
            "0,10.000000,,1.000000,jrc0001",
            "1,10.100000,150.000000,2.000000,jrc0001",
            "2,10.150000,200.000000,3.000000,jrc0001",
            "3,10.200000,,4.000000,jrc0001");
  }

  @Test
  void withoutASensorThereIsAHeaderAlone() throws IOException {
    assertThat(lines()).containsExactly(",timestamps,nodename");
  }
}
