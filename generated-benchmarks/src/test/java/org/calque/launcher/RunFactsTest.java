package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.calque.results.MachineSetting;
import org.calque.results.PowerCap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run says of the power of its machine. */
class RunFactsTest {
  @TempDir private Path root;

  private MachineSetting setting() {
    return RunFacts.machine(List.of(), root).setting();
  }

  private void file(String name, Object content) throws IOException {
    Path file = root.resolve("sys/class/powercap").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content + "\n");
  }

  @Test
  void sensorsAndBoundsAreThoseThatTheProfilerOfPowerFinds() throws IOException {
    file("intel-rapl:0/name", "package-0");
    file("intel-rapl:0/energy_uj", 1_000_000_000);
    file("intel-rapl:0/constraint_0_name", "long_term");
    file("intel-rapl:0/constraint_0_power_limit_uw", 125_000_000);
    file("intel-rapl:1/name", "mystery");

    assertThat(setting().powerSources())
        .hasSize(2)
        .contains("rapl.package-0")
        .anyMatch(source -> source.matches("rapl\\.mystery \\(.*of a kind that is not known\\)"));
    assertThat(setting().powerCaps())
        .containsExactly(new PowerCap("rapl.package-0 long_term", 125));
  }

  @Test
  void aMachineWithoutBoundsIsKnownToHaveNone() {
    assertThat(setting().powerSources()).isEmpty();
    assertThat(setting().powerCaps()).isNotNull().isEmpty();
  }
}
