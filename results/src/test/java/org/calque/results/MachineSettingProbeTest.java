package org.calque.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files are those of Linux, laid out in a folder. */
final class MachineSettingProbeTest {
  @TempDir Path root;

  @Test
  void coresAreCountedOnceThoughEachHasTwoThreads() throws IOException {
    for (int cpu = 0; cpu < 8; cpu++) {
      file("sys/devices/system/cpu/cpu" + cpu + "/topology/physical_package_id", cpu % 4 / 2);
      file("sys/devices/system/cpu/cpu" + cpu + "/topology/core_id", cpu % 2);
      file(
          "sys/devices/system/cpu/cpu" + cpu + "/cpufreq/scaling_governor",
          cpu == 7 ? "powersave" : "performance");
    }
    file("sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", 3_600_000);

    MachineSetting setting = probe();

    assertThat(setting.physicalCores()).isEqualTo(4);
    assertThat(setting.governor()).isEqualTo("performance, powersave");
    assertThat(setting.maxMegahertz()).isEqualTo(3600);
    assertThat(setting.container()).isNull();
    assertThat(setting.virtualMachine()).isNull();
  }

  @Test
  void aGuestInAContainerIsBoth() throws IOException {
    file("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu sse2 hypervisor lm\n");
    file("sys/class/dmi/id/sys_vendor", "QEMU");
    file("sys/class/dmi/id/product_name", "Standard PC");
    file("proc/1/cgroup", "0::/kubepods/burstable/pod1\n");

    assertThat(probe().container()).isEqualTo("kubepods");
    assertThat(probe().virtualMachine()).isEqualTo("QEMU Standard PC");
  }

  @Test
  void clocksAreBoundedByTheLimitsOfAnyCpu() throws IOException {
    String cpus = "sys/devices/system/cpu/";
    file(cpus + "cpu0/cpufreq/scaling_min_freq", 1_200_000);
    file(cpus + "cpu0/cpufreq/scaling_max_freq", 2_800_000);
    file(cpus + "cpu0/cpufreq/scaling_cur_freq", 2_401_234);
    file(cpus + "cpu1/cpufreq/scaling_min_freq", 800_000);
    file(cpus + "cpu1/cpufreq/scaling_max_freq", 3_500_000);
    file(cpus + "cpufreq/boost", 0);

    assertThat(probe().clocks()).isEqualTo(new Clocks(800, 3500, 2401, false));
  }

  @Test
  void intelsDriverSaysWhetherThereIsNoTurbo() throws IOException {
    file("sys/devices/system/cpu/intel_pstate/no_turbo", 0);
    assertThat(probe().clocks().boost()).isTrue();

    file("sys/devices/system/cpu/intel_pstate/no_turbo", 1);
    assertThat(probe().clocks().boost()).isFalse();
  }

  @Test
  void aGuestKnowsTheClockThatItsProcessorTells() throws IOException {
    file(
        "proc/cpuinfo",
        "processor\t: 0\ncpu MHz\t\t: 2649.998\n\nprocessor\t: 1\ncpu MHz\t\t: 3\n");

    assertThat(probe().clocks()).isEqualTo(new Clocks(null, null, 2649, null));
  }

  @Test
  void whereThereIsNothingNothingIsInvented() {
    assertThat(probe()).isEqualTo(MachineSetting.UNKNOWN);
  }

  private MachineSetting probe() {
    return new MachineSettingProbe(root).probe();
  }

  private void file(String name, Object content) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content + "\n");
  }
}
