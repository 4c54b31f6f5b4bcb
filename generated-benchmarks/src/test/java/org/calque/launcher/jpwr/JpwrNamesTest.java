package org.calque.launcher.jpwr;

import static org.assertj.core.api.Assertions.assertThat;

import org.calque.runtime.power.Scope;
import org.calque.runtime.power.SensorFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JpwrNamesTest {
  @ParameterizedTest
  @CsvSource({
    "nvml, gpu3, pynvml:3",
    "rocm, gpu0, rocm:0",
    "gcipuinfo, ipu12, gc:12",
    "hwmon, module-0, gh:Module Power Socket 0",
    "hwmon, sysio-3, gh:SysIO Power Socket 3",
  })
  void whatJpwrMeasuresHasItsColumn(String source, String device, String column) {
    assertThat(column(source, device, Scope.MODULE)).isEqualTo(column);
  }

  @ParameterizedTest
  @CsvSource({
    "nvml, gpu3.module, nvml:gpu3.module",
    "rapl, package-0, rapl:package-0",
    "hwmon, amdgpu.gpu0, hwmon:amdgpu.gpu0",
  })
  void anythingElseHasTheNameOfItsSource(String source, String device, String column) {
    assertThat(column(source, device, Scope.MODULE)).isEqualTo(column);
  }

  @Test
  void aChipThatIsOnlyNamedLikeAMeterOfGraceIsNone() {
    assertThat(column("hwmon", "cpu-0", Scope.COMPONENT)).isEqualTo("hwmon:cpu-0");
  }

  @ParameterizedTest
  @CsvSource({"pynvml, nvml", "gh, hwmon", "gc, gcipuinfo", "rocm, rocm", "rapl, rapl", "x, x"})
  void methodsOfJpwrAreSources(String method, String source) {
    assertThat(JpwrNames.source(method)).isEqualTo(source);
  }

  private static String column(String source, String device, Scope scope) {
    return JpwrNames.column(new SensorFacts(source, device, "", scope, ""));
  }
}
