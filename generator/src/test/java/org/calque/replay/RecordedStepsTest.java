package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.calque.trace.TraceTensor.floats;

import java.util.List;
import java.util.Optional;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceText;
import org.junit.jupiter.api.Test;

/** Which nodes make up a step of a recording that went over several, and which step is replayed. */
class RecordedStepsTest {
  private static final String RELU = "aten::relu(Tensor self) -> Tensor";

  private final TraceJson json = new TraceJson();

  private TraceJson.Node relu() {
    return json.call(RELU).takes(floats(1, 8)).gives(floats(2, 8));
  }

  /** A label on thread 1. */
  private TraceJson.Node step(int number) {
    return json.label("ProfilerStep#" + number).attribute("tid", 1L);
  }

  private RecordedSteps steps() {
    return RecordedSteps.of(json.read());
  }

  private RecordedStep chosen() {
    return steps().choose(Optional.empty());
  }

  @Test
  void aTraceWithoutLabelsIsOneStep() {
    relu();

    assertThat(steps().all()).isEmpty();
    assertThat(chosen()).isEqualTo(new RecordedStep("", 0, 2, true));
  }

  @Test
  void aStepLastsUntilTheNextLabelOnWhateverThread() {
    TraceJson.Node first = step(4);
    relu().inside(first).attribute("tid", 1L);
    relu().attribute("tid", 2L);
    step(5);

    assertThat(chosen()).isEqualTo(new RecordedStep("ProfilerStep#4", 1, 4, true));
  }

  @Test
  void theLastStepLastsUntilItsThreadGoesOnOutside() {
    TraceJson.Node only = step(4);
    TraceJson.Node label = json.label("forward").inside(only).attribute("tid", 1L);
    relu().attribute("tid", 2L);
    relu().inside(label).attribute("tid", 1L);
    relu().attribute("tid", 1L);

    assertThat(chosen()).isEqualTo(new RecordedStep("ProfilerStep#4", 1, 5, true));
  }

  @Test
  void theBackwardPassBelongsToALastStepThatEndsWithIt() {
    TraceJson.Node only = step(4);
    relu().inside(only).attribute("tid", 1L);
    relu().attribute("tid", 2L);
    relu().attribute("tid", 2L);
    relu().attribute("tid", 1L);

    assertThat(chosen().endIndex()).isEqualTo(5);
  }

  @Test
  void anOperatorOfThatNameIsNoLabel() {
    json.call("ProfilerStep#4(Tensor self) -> Tensor").takes(floats(1, 8)).gives(floats(2, 8));

    assertThat(steps().all()).isEmpty();
  }

  @Test
  void aNodeBeforeTheFirstLabelIsInNoStep() {
    relu();
    step(4);
    relu();
    step(5);

    assertThat(steps().around(1)).isEmpty();
    assertThat(steps().around(3)).map(RecordedStep::label).contains("ProfilerStep#4");
    assertThat(steps().around(4)).map(RecordedStep::label).contains("ProfilerStep#5");
  }

  private ExecutionTrace cutOff() {
    String text = json.text();
    return TraceText.read(text.substring(0, text.lastIndexOf(']')));
  }

  @Test
  void theLastStepOfATraceThatIsCutOffIsNotComplete() {
    step(4);
    step(5);

    assertThat(RecordedSteps.of(cutOff()).all())
        .extracting(RecordedStep::complete)
        .containsExactly(true, false);
  }

  @Test
  void theOnlyStepOfATraceThatIsCutOffIsBetterThanNone() {
    step(4);

    assertThat(RecordedSteps.of(cutOff()).choose(Optional.empty()))
        .isEqualTo(new RecordedStep("ProfilerStep#4", 1, 2, false));
  }

  @Test
  void workWhoseParentIsLostStaysInTheLastStep() {
    step(4);
    relu();
    json.label("forward").attribute("tid", 1L).inside(json.label("gone").field("id", 999L));
    int nodes = json.read().size();

    assertThat(
            RecordedSteps.of(TraceText.read(json.text().replace("\"id\":999", "\"id\":\"lost\"")))
                .all())
        .singleElement()
        .matches(step -> step.endIndex() == nodes - 1);
  }

  @Test
  void aStepIsChosenByNumberOrText() {
    step(4);
    step(40);
    step(5);

    for (String wanted : List.of("40", "ProfilerStep#40")) {
      assertThat(steps().choose(Optional.of(wanted)).label()).isEqualTo("ProfilerStep#40");
    }
  }

  @Test
  void aStepThatIsNotThereIsRefusedWithThoseThatAre() {
    step(4);
    step(5);

    assertThatThrownBy(() -> steps().choose(Optional.of("6")))
        .isInstanceOf(UnreplayableTraceException.class)
        .hasMessageEndingWith(
            ".et.json: no step \"6\"; the trace has ProfilerStep#4, ProfilerStep#5");
  }

  @Test
  void ofManyStepsTheMessageNamesSome() {
    for (int i = 0; i < 23; i++) {
      step(i);
    }

    assertThatThrownBy(() -> steps().choose(Optional.of("23")))
        .hasMessageEndingWith("ProfilerStep#18, ProfilerStep#19 and 3 more");
  }

  @Test
  void noStepCanBeChosenWhereNoneIsMarked() {
    assertThatThrownBy(() -> steps().choose(Optional.of("6")))
        .isInstanceOf(UnreplayableTraceException.class)
        .hasMessageEndingWith("no step \"6\"; the trace marks no steps, so leave the choice out");
  }
}
