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
  void everySourceOfPowerIsNamedOnce() throws IOException {
    file("sys/class/powercap/intel-rapl:0/name", "package-0");
    file("sys/class/powercap/intel-rapl:0/energy_uj", 1);
    file("sys/class/hwmon/hwmon3/name", "power_meter");
    file("sys/class/hwmon/hwmon3/power1_input", 1);
    file("sys/class/hwmon/hwmon3/power1_average", 1);
    file("sys/class/hwmon/hwmon4/name", "coretemp");
    file("sys/class/power_supply/BAT0/power_now", 1);

    assertThat(probe().powerSources())
        .containsExactly("rapl package-0", "hwmon power_meter", "power_supply BAT0");
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
