package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.calque.runtime.Operand.last;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.calque.runtime.Operand.tensors;
import static org.calque.runtime.Operand.written;

import java.util.List;
import org.calque.runtime.Call;
import org.calque.runtime.Checkpoint;
import org.calque.runtime.DataType;
import org.calque.runtime.Layout;
import org.calque.runtime.Operand;
import org.calque.runtime.Result;
import org.calque.runtime.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call holds on to a tensor between runs only as long as its slot does. */
class LastingTensorsTest {
  private static final Layout PAIR = new Layout(new long[] {2}, new long[] {1}, 0);

  private TestFrame frame;
  private int x;
  private int result;

  @BeforeEach
  void open() {
    frame = new TestFrame();
    x = frame.filled(1, 2);
    result = frame.empty();
  }

  @AfterEach
  void close() {
    frame.close();
  }

  @Test
  void whatIsWrittenInPlaceIsSeenByTheCallsThatHoldIt() {
    Call negate = bind("aten::neg", List.of(slot(x)), slot(result));
    Call increment = bind("aten::add_.Scalar", List.of(written(x), number(1)));

    negate.run();
    increment.run();
    negate.run();

    assertThat(frame.read(result)).containsExactly(-2, -2);
  }

  @Test
  void aSlotThatIsGivenAnotherTensorIsSeenWithThat() {
    Call negate = bind("aten::neg", List.of(slot(x)), slot(result));
    Call concatenate = bind("aten::cat", List.of(tensors(slot(x))), slot(result));
    negate.run();
    concatenate.run();

    frame.session().allocate(x, DataType.FLOAT32, 2, PAIR);
    frame.session().fill(x, Values.fill(5), 0);

    negate.run();
    assertThat(frame.read(result)).containsExactly(-5, -5);
    concatenate.run();
    assertThat(frame.read(result)).containsExactly(5, 5);
  }

  @Test
  void aSlotThatIsMadeAViewIsSeenAsThat() {
    int base = frame.range(4);
    Call negate = bind("aten::neg", List.of(slot(x)), slot(result));
    negate.run();

    frame.session().view(x, base, new Layout(new long[] {2}, new long[] {2}, 1));

    negate.run();
    assertThat(frame.read(result)).containsExactly(-1, -3);
  }

  @Test
  void aSlotThatBecomesAResultIsSeenAsThat() {
    Call negate = bind("aten::neg", List.of(slot(x)), slot(result));
    negate.run();

    Call increment = bind("aten::add.Scalar", List.of(slot(x), number(1)), slot(x));

    for (int run = 1; run <= 3; run++) {
      increment.run();
      negate.run();
      assertThat(frame.read(result)).containsExactly(-1 - run, -1 - run);
    }
  }

  @Test
  void anElementOfAResultChangesItsSlotToo() {
    Call negate = bind("aten::neg", List.of(slot(x)), slot(result));
    negate.run();

    bind("aten::_foreach_neg", List.of(tensors(slot(x))), Result.slots(Operand.slot(x))).run();

    negate.run();
    assertThat(frame.read(result)).containsExactly(1, 1);
  }

  @Test
  void aSlotThatACallEmptiesIsEmptyForTheOthers() {
    int y = frame.filled(2, 2);
    Call negate = bind("aten::neg", List.of(slot(x)), slot(result));
    Call concatenate = bind("aten::cat", List.of(tensors(slot(y), slot(x))), slot(result));
    negate.run();
    concatenate.run();

    bind("aten::neg", List.of(last(x)), Result.dropped()).run();

    assertThatThrownBy(negate::run).hasMessage("aten::neg: slot " + x + " is empty");
    assertThatThrownBy(concatenate::run).hasMessage("aten::cat: slot " + x + " is empty");
  }

  @Test
  void anOptionalArgumentMayLastAndNoLonger() {
    int weight = frame.range(2, 2);
    int bias = frame.filled(1, 2);
    Call linear = bind("aten::linear", List.of(slot(x), slot(weight), slot(bias)), slot(result));
    linear.run();
    assertThat(frame.read(result)).containsExactly(2, 6);

    bind("aten::neg", List.of(last(bias)), Result.dropped()).run();

    assertThatThrownBy(linear::run).hasMessage("aten::linear: slot " + bias + " is empty");
  }

  @Test
  void aReleasedTensorIsFreedThoughACallHeldIt() {
    long elements = 8L << 20;
    int large = frame.filled(1, elements);
    bind("aten::neg", List.of(slot(large)), Result.dropped()).run();
    bind("aten::_foreach_neg", List.of(tensors(slot(large))), Result.dropped()).run();
    double before = ProcessMemory.residentMib();

    bind("aten::neg", List.of(last(large)), Result.dropped()).run();

    assertThat(ProcessMemory.residentMib() - before).isLessThan(-0.5 * elements * 4 / (1 << 20));
  }

  @Test
  void aListMayLastInPart() {
    int passing = frame.empty();
    Call negate = bind("aten::neg", List.of(slot(x)), slot(passing));
    Call concatenate =
        bind("aten::cat", List.of(tensors(slot(x), last(passing), slot(x))), slot(result));

    for (int run = 0; run < 3; run++) {
      negate.run();
      concatenate.run();
      assertThat(frame.read(result)).containsExactly(1, 1, -1, -1, 1, 1);
      assertThat(frame.describe(passing)).isNull();
    }
  }

  @Test
  void aCheckpointRestoresWhatCallsHold() {
    Call negate = bind("aten::neg", List.of(slot(x)), slot(result));
    Call increment = bind("aten::add_.Scalar", List.of(written(x), number(1)));
    Checkpoint checkpoint = frame.session().checkpoint(x);

    for (int run = 0; run < 3; run++) {
      checkpoint.restore();
      increment.run();
      negate.run();
      assertThat(frame.read(result)).containsExactly(-2, -2);
    }
  }

  private Call bind(String operator, List<Operand> operands, Result... results) {
    return frame.session().bind(operator, operands, List.of(results));
  }
}
