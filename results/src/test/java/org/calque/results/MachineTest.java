package org.calque.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

final class MachineTest {
  @Test
  void thisMachineHasProcessorsAndMemory() {
    Machine machine = Machine.current();

    assertThat(machine.osName()).isEqualTo(System.getProperty("os.name"));
    assertThat(machine.logicalCpus()).isPositive();
    assertThat(machine.memoryBytes()).isGreaterThan(1L << 20);
    assertThat(machine.loadAverage())
        .satisfiesAnyOf(
            load -> assertThat(load).isNull(), load -> assertThat(load).isNotNegative());
  }

  @Test
  void theProcessorIsNamedAsItNamesItself() {
    String cpuinfo =
        """
        processor\t: 0
        vendor_id\t: AuthenticAMD
        model\t\t: 1
        model name\t: AMD EPYC 7R13 Processor
        processor\t: 1
        model name\t: AMD EPYC 7R13 Processor
        """;

    assertThat(MachineProbe.cpuModel(cpuinfo)).contains("AMD EPYC 7R13 Processor");
  }

  @Test
  void whereItDoesNotSayNothingIsInvented() {
    assertThat(MachineProbe.cpuModel("processor\t: 0\nCPU part\t: 0xd40\n")).isEmpty();
    assertThat(MachineProbe.cpuModel("model name\t: \nprocessor\t: 1\n")).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void onLinuxTheModelIsThatOfProc() throws IOException {
    String cpuinfo = Files.readString(Path.of("/proc/cpuinfo"));

    assertThat(Machine.current().cpuModel()).isEqualTo(MachineProbe.cpuModel(cpuinfo).orElse(null));
  }

  @Test
  void thisVirtualMachineIsNamed() {
    assertThat(Jvm.current().version()).isEqualTo(System.getProperty("java.version"));
    assertThat(Jvm.current().vm()).isNotBlank();
  }
}
