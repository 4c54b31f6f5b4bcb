package org.calque.launcher.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.calque.runtime.power.Method;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.SensorFacts;
import org.calque.runtime.power.Validity;
import org.calque.runtime.power.WindowEnergy;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;

class PowerResultsTest {
  private static final SensorFacts CPU =
      new SensorFacts("rapl", "package-0", "a folder", Scope.CPU_PACKAGE, "all processes");

  private static WindowEnergy measured(double joules) {
    return new WindowEnergy(
        CPU, Method.COUNTER, joules, joules, Double.NaN, 1, 40, 60, 50, 0.02, Validity.VALID, "");
  }

  private static WindowEnergy lost() {
    return new WindowEnergy(
        CPU,
        null,
        Double.NaN,
        Double.NaN,
        Double.NaN,
        1,
        Double.NaN,
        Double.NaN,
        0,
        0,
        Validity.LOST,
        "gone");
  }

  private static List<Result<?>> results(WindowEnergy energy) {
    return new PowerResults(TimeUnit.MILLISECONDS, new PowerResults.Items(4, "tokens"))
        .of(List.of(energy), 10);
  }

  private static String texts(List<Result<?>> results) {
    return results.stream()
        .map(r -> r.getLabel() + " " + r.getScore() + " " + r.getScoreUnit())
        .collect(Collectors.joining("\n"));
  }

  @Test
  void energyIsThatOfAnOperationAnItemAndAWattHour() {
    assertThat(texts(results(measured(50))))
        .contains("energy.rapl.package-0 5000.0 mJ/op")
        .contains("energy.rapl.package-0.item 1250.0 mJ/token")
        .contains("efficiency.rapl.package-0 2880.0 tokens/Wh")
        .contains("power.rapl.package-0 50.0 W")
        .contains("power.rapl.package-0.min 40.0 W")
        .contains("power.rapl.package-0.max 60.0 W")
        .contains("power.rapl.package-0.valid 100.0 %");
  }

  @Test
  void whatWasNotMeasuredHasNoNumber() {
    assertThat(texts(results(lost())))
        .isEqualTo("power.rapl.package-0.samples 0.0 #\npower.rapl.package-0.valid 0.0 %");
  }

  @Test
  void iterationsThatWereNotMeasuredDoNotCountAsZero() {
    BenchmarkResult benchmark =
        new BenchmarkResult(
            null, List.of(iteration(measured(50)), iteration(lost()), iteration(lost())));

    var secondary = benchmark.getSecondaryResults();
    assertThat(secondary.get("energy.rapl.package-0").getScore()).isEqualTo(5000);
    assertThat(secondary.get("power.rapl.package-0").getScore()).isEqualTo(50);
    assertThat(secondary.get("power.rapl.package-0.valid").getScore()).isBetween(33.0, 34.0);
  }

  private static IterationResult iteration(WindowEnergy energy) {
    IterationResult iteration =
        new IterationResult(null, null, new IterationResultMetaData(10, 10));
    iteration.addResult(
        new AverageTimeResult(ResultRole.PRIMARY, "step", 10, 1000, TimeUnit.MILLISECONDS));
    iteration.addResults(results(energy));
    return iteration;
  }
}
