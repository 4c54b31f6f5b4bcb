package org.calque.runtime.power.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.Findings.Unavailable;
import org.calque.runtime.power.PowerSearch;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.SensorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * IPUs by what {@code gc-info} prints, in the form of Graphcore's documentation: a script in its
 * place prints a file for each device.
 */
class GcipuSourceTest {
  @TempDir private Path folder;

  private final List<String> listed = new ArrayList<>();

  private Findings find() throws IOException {
    StringBuilder devices =
        new StringBuilder("Graphcore device listing:\nPartition: p1 [active]\n");
    listed.forEach(device -> devices.append(device).append('\n'));
    Files.writeString(folder.resolve("list"), devices);
    script("[ \"$1\" = --list-devices ] && exec cat list; exec cat \"./$1$2$3\"");
    return search();
  }

  private Findings search() {
    String path = folder + ":" + System.getenv("PATH");
    return new GcipuSource().find(new PowerSearch(folder, Map.of("PATH", path), ""));
  }

  private void script(String script) throws IOException {
    Path tool = folder.resolve("gc-info");
    Files.writeString(tool, "#!/bin/sh\ncd '" + folder + "'\n" + script + "\n");
    Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void ipu(int id, String board, String... attributes) throws IOException {
    String line = "-+- Id: [" + id + "], target: [Fabric], IPU-M host: [10.1.5.10], IPU#: [3]";
    if (!listed.contains(line)) {
      listed.add(line);
    }
    StringBuilder info = new StringBuilder("Device Info:\n  id: " + id + "\n  target: Fabric\n");
    info.append("  board ipu index: ").append(id).append('\n');
    info.append("  board serial number: ").append(board).append('\n');
    for (String attribute : attributes) {
      info.append("  ").append(attribute).append('\n');
    }
    Files.writeString(folder.resolve("--device-info--device-id" + id), info);
  }

  private static List<String> lines(Findings findings) throws SensorException {
    List<String> lines = new ArrayList<>();
    for (Sensor sensor : findings.sensors()) {
      lines.add(sensor.facts().device() + ": " + sensor.gauge().reading().read() + " W");
    }
    return lines;
  }

  @Test
  void aMachineWithoutTheToolHasNoIpus() {
    assertThat(new GcipuSource().find(new PowerSearch(folder, Map.of(), "")))
        .isEqualTo(Findings.NONE);
    assertThat(search()).isEqualTo(Findings.NONE);
  }

  @Test
  void anIpuThatIsNotAvailableLeavesThePowerOfTheOthersWhereItIs() throws Exception {
    ipu(0, "a", "ipu power: 40.90W");
    ipu(1, "a", "ipu power: N/A");
    ipu(2, "b", "ipu power: 42.00W");
    ipu(3, "b", "ipu power: 43.00 W");

    Findings findings = find();

    assertThat(lines(findings)).containsExactly("ipu0: 40.9 W", "ipu2: 42.0 W", "ipu3: 43.0 W");
    assertThat(findings.unavailable())
        .containsExactly(
            new Unavailable(
                "gcipuinfo",
                "ipu1",
                "gc-info says 'ipu power: N/A' of device 1:"
                    + " power is sampled while a program runs with GCDA_MONITOR=1"));
  }

  @Test
  void oneThatBecomesUnavailableGivesNoNumberAndTheOthersGiveTheirs() throws Exception {
    ipu(0, "a", "ipu power: 40.90W");
    ipu(1, "a", "ipu power: 41.00W");
    Findings findings = find();
    ipu(0, "a", "ipu power: N/A");

    assertThatThrownBy(() -> findings.sensors().get(0).gauge().reading().read())
        .isInstanceOf(SensorException.class)
        .hasMessage("gc-info says 'ipu power: N/A' of device 0");
    assertThat(findings.sensors().get(1).gauge().reading().read()).isEqualTo(41);
  }

  @Test
  void anAnswerForAnotherDeviceIsRefused() throws Exception {
    ipu(0, "a", "ipu power: 40.90W");
    Findings findings = find();
    Path info = folder.resolve("--device-info--device-id0");
    Files.writeString(info, Files.readString(info).replace("  id: 0", "  id: 1"));

    assertThatThrownBy(() -> findings.sensors().get(0).gauge().reading().read())
        .isInstanceOf(SensorException.class)
        .hasMessage("gc-info answered for device '1' when asked for 0");
  }

  @Test
  void anIpuWithoutPowerOfItsOwnIsMeasuredWithItsBoardOnceForEachBoard() throws Exception {
    ipu(0, "a", "ipu power: N/A", "total board power: 12.6 W");
    ipu(1, "a", "ipu power: N/A", "total board power: 12.6 W");
    ipu(2, "b", "total board power: 99.5 W");

    Findings findings = find();

    assertThat(lines(findings)).containsExactly("ipu0.board: 12.6 W", "ipu2.board: 99.5 W");
    assertThat(findings.unavailable())
        .extracting(Unavailable::device)
        .containsExactly("ipu0", "ipu1", "ipu2");
  }

  @Test
  void powerThatNoIpuDrawsIsRefused() throws Exception {
    ipu(0, "a", "ipu power: 0.00W");
    ipu(1, "a", "ipu power: 99999999W");

    Findings findings = find();

    assertThat(findings.sensors()).isEmpty();
    assertThat(findings.unavailable())
        .extracting(unavailable -> unavailable.reason().replaceFirst(":[^:]*$", ""))
        .containsExactly(
            "gc-info says 'ipu power: 0.00W' of device 0",
            "gc-info says 'ipu power: 99999999W' of device 1");
  }

  @Test
  void severalIpusThatAreUsedAsOneAreNotCountedAgain() throws Exception {
    ipu(0, "a", "ipu power: 40.90W");
    listed.add("-+- Id: [4], target: [Multi IPU]");
    listed.add(" |--- Id: [0], DNC Id: [0], IPU-M host: [10.1.5.10], IPU#: [3]");

    Findings findings = find();

    assertThat(lines(findings)).containsExactly("ipu0: 40.9 W");
    assertThat(findings.unavailable()).isEmpty();
  }

  @Test
  void aSensorSaysWhatItCovers() throws Exception {
    ipu(0, "0131.0002.8204521", "ipu power: 40.90W");

    Sensor sensor = find().sensors().get(0);

    assertThat(sensor.facts().identity()).isEqualTo("board 0131.0002.8204521, IPU 0");
    assertThat(sensor.facts().scope()).isEqualTo(Scope.ACCELERATOR);
    assertThat(sensor.facts().attribution()).isEqualTo("whole IPU, all processes");
    assertThat(sensor.gauge().period()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aToolThatFailsIsToldWithItsError() throws Exception {
    script("echo no partition >&2; exit 1");

    assertThat(search().unavailable())
        .containsExactly(
            new Unavailable("gcipuinfo", "ipu", "gc-info ended with status 1: no partition"));
  }
}
