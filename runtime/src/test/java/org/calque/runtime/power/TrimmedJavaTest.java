package org.calque.runtime.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.calque.runtime.power.sysfs.FakeSysfs;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Java runtimes that were built without modules. */
class TrimmedJavaTest {
  @TempDir private Path root;

  @Test
  @DisplayName("Case 32: a Java runtime without management measures power, and not its own cost")
  void theBaseModuleIsEnough() throws Exception {
    FakeSysfs sys = new FakeSysfs(root);
    sys.meter(0, "Module Power Socket 0").with("power1_average", 150_000_000);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--limit-modules",
                "java.base",
                "-cp",
                System.getProperty("java.class.path"),
                Measurement.class.getName(),
                root.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(output).contains("hwmon.module-0 150.000 W, CPU time 0 ns");
    assertThat(process.exitValue()).as(output).isZero();
  }

  /** Looks for all sensors, as forks do, and measures with those that there are. */
  static final class Measurement {
    private Measurement() {}

    public static void main(String[] arguments) throws InterruptedException {
      Findings found =
          PowerSources.find(
              PowerSources.all(), new PowerSearch(Path.of(arguments[0]), Map.of(), ""));
      for (Findings.Unavailable missing : found.unavailable()) {
        System.out.println(missing);
      }
      List<Sensor> sensors = found.sensors();
      try (PowerMeter meter = new PowerMeter(sensors, MeterSettings.DEFAULT)) {
        meter.start();
        PowerMeter.Window window = meter.open();
        Thread.sleep(Duration.ofMillis(300).toMillis());
        for (WindowEnergy energy : meter.close(window)) {
          System.out.printf(
              "%s %.3f W, CPU time %d ns%n",
              energy.sensor().id(), energy.watts(), meter.samplings().get(0).cpuNanos());
        }
      }
    }
  }
}
