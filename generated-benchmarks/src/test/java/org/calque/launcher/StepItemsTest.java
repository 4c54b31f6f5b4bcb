package org.calque.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.calque.launcher.power.PowerOptions;
import org.calque.launcher.power.PowerResults.Items;
import org.junit.jupiter.api.Test;

class StepItemsTest {
  private static final StepItems ITEMS =
      new StepItems(
          Map.of("a.Gpt.step", new Items(512, "tokens"), "a.Odd.step", new Items(3, "a;b:c,d=e")));

  @Test
  void forksReadWhatTheLauncherWrites() {
    assertThat(StepItems.parse(ITEMS.text())).isEqualTo(ITEMS);
    assertThat(StepItems.parse(new StepItems(Map.of()).text()).ofBenchmarks()).isEmpty();
  }

  @Test
  void itemsPassThroughTheOptionsOfTheProfiler() {
    PowerOptions options = PowerOptions.parse("sources=rapl;command=a;b=c");
    PowerOptions read = PowerOptions.parse(options.forForks(null, ITEMS.text()).text());
    assertThat(StepItems.parse(read.items())).isEqualTo(ITEMS);
    assertThat(read.command()).isEqualTo("a;b=c");
  }

  @Test
  void onlyWholeStepsHaveItems() {
    StepItems packed = StepItems.of(Workloads.packed());
    assertThat(packed.of("org.calque.generated.GptTrain.step")).contains(new Items(512, "tokens"));
    assertThat(packed.of("org.calque.generated.GptTrain.forward")).isEmpty();
  }
}
