package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.floats;
import static org.calque.trace.TraceTensor.longs;

import java.util.List;
import org.calque.trace.TraceJson;
import org.junit.jupiter.api.Test;

/** Operators that did more because a tensor required a gradient. */
class GradientChoiceTest {
  private static final String BAG = "aten::embedding_bag(Tensor weight, Tensor indices) -> Tensor";

  private final TraceJson json = new TraceJson();

  private TraceJson.Node call(String schema) {
    return json.call(schema).takes(floats(1, 9, 4), longs(2, 6)).gives(floats(3, 2, 4));
  }

  private List<String> operators() {
    return ProgramBuilder.build("hand_made", json.read()).calls().stream()
        .map(Step.OperatorCall::operator)
        .toList();
  }

  @Test
  void whatWasCalledForAGradientIsReplayedInsteadOfItsCaller() {
    TraceJson.Node bag = call(BAG);
    call("aten::_embedding_bag(Tensor weight, Tensor indices) -> Tensor").inside(bag);

    assertThat(operators()).containsExactly("aten::_embedding_bag");
  }

  @Test
  void withoutAGradientTheCallerIsReplayed() {
    TraceJson.Node bag = call(BAG);
    call("aten::_embedding_bag_forward_only(Tensor weight, Tensor indices) -> Tensor").inside(bag);

    assertThat(operators()).containsExactly("aten::embedding_bag");
  }

  @Test
  void anOperatorThatAlsoWorksItselfIsReplayedAsAWhole() {
    TraceJson.Node bag = call(BAG);
    json.call("aten::_embedding_bag(Tensor weight, Tensor indices) -> Tensor")
        .takes(floats(1, 9, 4), longs(2, 6))
        .gives(floats(5, 2, 4))
        .inside(bag);

    assertThat(operators()).containsExactly("aten::embedding_bag");
  }
}
