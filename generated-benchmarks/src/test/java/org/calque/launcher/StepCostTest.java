package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class StepCostTest {
  private static JsonNode usage(String seconds, int faults, long peak, String instructions) {
    return JsonMapper.shared()
        .readTree(
            """
            {"user_seconds": %s, "system_seconds": 0.5, "minor_page_faults": %d,
             "major_page_faults": 0, "rss_before_workload_bytes": 1000, "peak_rss_bytes": %d,
             "instructions": %s, "cache_misses": null}
            """
                .formatted(seconds, faults, peak, instructions));
  }

  @Test
  void theCostIsTheAverageOfTheStepsBetween() {
    StepCost cost =
        StepCost.between(usage("1.0", 100, 5000, "7000"), usage("3.0", 140, 9000, "9000"), 4);
    assertThat(cost).isEqualTo(new StepCost(0.5, 0.0, 10.0, 0.0, 8000.0, 500.0, null));
  }

  @Test
  void aRowHasARatioWhereBothSidesAreKnown() {
    assertThat(LikenessRow.seconds("median time", 0.2, 0.19).text())
        .matches("median time +200\\.0 ms +190\\.0 ms +0\\.950");
    assertThat(LikenessRow.mebibytes("memory", null, 3.0 * (1 << 20)).text())
        .matches("memory +- +3\\.0 MiB +-");
    assertThat(LikenessRow.count("minor page faults", 0.0, 12.0).text())
        .matches("minor page faults +0\\.0 +12\\.0 +-");
  }
}
