package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.runtime.Operand.last;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.calque.runtime.Result.dropped;

import java.util.List;
import java.util.Map;
import org.calque.runtime.Operand;
import org.calque.runtime.Result;
import org.calque.runtime.Slot;
import org.junit.jupiter.api.Test;

/** Calls that do the work of one keep nothing longer than that one would. */
class CompositionTest {
  private static final Slot FIRST = slot(Frame.SCRATCH);
  private static final Slot SECOND = slot(Frame.SCRATCH + 1);

  private static Composition of(List<Operand> operands, Result... results) {
    return new Composition(
        new Given("recorded", operands), List.of(results), Composition.Sizes.UNKNOWN);
  }

  @Test
  void aTensorIsLetGoOfByTheCallThatTakesItLast() {
    Composition composition = of(List.of(last(3), slot(4)), slot(5));
    Slot made = composition.call("one", composition.at(0), composition.at(1));
    composition.returns(composition.call("two", composition.at(0), composition.at(1), made));

    assertThat(composition.steps())
        .containsExactly(
            new Composition.Step("one", List.of(slot(3), slot(4)), List.of(FIRST)),
            new Composition.Step(
                "two", List.of(last(3), slot(4), last(FIRST.index())), List.of(SECOND)));
    assertThat(composition.kept()).containsExactly(Map.entry(5, SECOND.index()));
  }

  @Test
  void whatNobodyTakesIsNotKept() {
    Composition composition = of(List.of(slot(3)), dropped());
    List<Slot> made = composition.calls(2, "one", composition.at(0), number(1));
    composition.returns(made.get(0));

    assertThat(composition.steps().get(0).results()).containsExactly(dropped(), dropped());
    assertThat(composition.kept()).isEmpty();
  }

  @Test
  void aResultMayBeTakenByLaterCallsToo() {
    Composition composition = of(List.of(slot(3)), slot(5), slot(6));
    Slot made = composition.call("one", composition.at(0));
    composition.returns(made, composition.call("two", made));

    assertThat(composition.steps().get(1).operands()).containsExactly(FIRST);
    assertThat(composition.kept()).containsValues(FIRST.index(), SECOND.index());
  }
}
