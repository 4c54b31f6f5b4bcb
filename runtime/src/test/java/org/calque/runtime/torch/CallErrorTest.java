package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.last;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.calque.runtime.Operand.tensors;

import java.util.List;
import org.calque.runtime.Call;
import org.calque.runtime.DataType;
import org.calque.runtime.Device;
import org.calque.runtime.Layout;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Result;
import org.calque.runtime.Support;
import org.calque.runtime.UnsupportedOperatorException;
import org.calque.runtime.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Errors name the operator in one line, and the session goes on. */
class CallErrorTest {
  private TestFrame frame;

  @BeforeEach
  void open() {
    frame = new TestFrame();
  }

  @AfterEach
  void close() {
    frame.close();
  }

  @Test
  void anUnknownOperatorIsUnsupported() {
    assertThatThrownBy(() -> bind("aten::no_such_operator"))
        .isInstanceOf(UnsupportedOperatorException.class)
        .hasMessage("aten::no_such_operator: is unknown to LibTorch 2.13.0");
    assertThatThrownBy(() -> bind("aten::add.NoSuchOverload"))
        .isInstanceOf(UnsupportedOperatorException.class);
    assertThatThrownBy(() -> bind("not a name")).isInstanceOf(UnsupportedOperatorException.class);
  }

  @Test
  void theEngineKnowsOperatorsByNameAndOverload() {
    TorchEngine engine = new TorchEngine();

    assertThat(engine.support("aten::add_.Tensor", Device.CPU)).isEqualTo(Support.ITSELF);
    assertThat(engine.support("aten::relu", Device.CPU)).isEqualTo(Support.ITSELF);
    for (String unknown : List.of("aten::add_", "aten::add_.Tensors", "")) {
      assertThat(engine.support(unknown, Device.CPU))
          .isEqualTo(Support.impossible("is unknown to LibTorch 2.13.0"));
    }
    assertThat(engine.support("aten::_cslt_compress", Device.CPU))
        .isEqualTo(Support.impossible("has no kernel for the CPU"));
    assertThat(engine.support("aten::cudnn_batch_norm_backward", Device.CPU).kind())
        .isEqualTo(Support.Kind.EXACT);
    assertThat(engine.support("aten::record_stream", Device.CPU).kind())
        .isEqualTo(Support.Kind.SKIPPED);
  }

  @Test
  void anOperatorForAnotherDeviceIsUnsupported() {
    assertThatThrownBy(() -> bind("aten::_cslt_compress"))
        .isInstanceOf(UnsupportedOperatorException.class)
        .hasMessageEndingWith("has no kernel for the CPU");
  }

  @Test
  void resultsThatTheOperatorDoesNotReturnAreUnsupported() {
    int x = frame.range(3);

    assertThatThrownBy(() -> frame.run("aten::relu", List.of(slot(x)), slot(x), slot(x)))
        .isInstanceOf(UnsupportedOperatorException.class)
        .hasMessage("aten::relu: returns 1 values, but 2 were recorded");
    assertThatThrownBy(() -> frame.run("aten::relu", List.of(slot(x)), Result.slots(slot(x))))
        .isInstanceOf(UnsupportedOperatorException.class)
        .hasMessage("aten::relu: returns Tensor, but a list of tensors was recorded");
    assertThatThrownBy(() -> frame.run("aten::unbind.int", List.of(slot(x)), slot(x)))
        .isInstanceOf(UnsupportedOperatorException.class)
        .hasMessage("aten::unbind.int: returns Tensor[], but a tensor was recorded");
    assertThatThrownBy(() -> frame.run("aten::is_nonzero", List.of(slot(x)), slot(x)))
        .isInstanceOf(UnsupportedOperatorException.class)
        .hasMessage("aten::is_nonzero: returns bool, but a tensor was recorded");
  }

  @Test
  void shapesThatDoNotMatchAreAnErrorOfTheCall() {
    int a = frame.range(2, 3);
    int b = frame.range(2, 3);

    assertThatThrownBy(() -> frame.call("aten::mm", slot(a), slot(b)))
        .isInstanceOf(ReplayException.class)
        .hasMessageStartingWith("aten::mm: ")
        .hasMessageContaining("shapes cannot be multiplied (2x3 and 2x3)")
        .hasMessageNotContaining("\n");
  }

  @Test
  void theSessionGoesOnAfterAnError() {
    int a = frame.range(2, 2);
    int b = frame.range(3, 3);
    int c = frame.empty();
    Call wrong = frame.session().bind("aten::mm", List.of(slot(a), last(b)), List.of(slot(c)));
    Call wrongList =
        frame
            .session()
            .bind("aten::cat", List.of(tensors(slot(a), slot(c)), number(7)), List.of(slot(c)));
    Call right = frame.session().bind("aten::mm", List.of(slot(a), slot(a)), List.of(slot(c)));

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(wrong::run).isInstanceOf(ReplayException.class);
      assertThatThrownBy(wrongList::run).isInstanceOf(ReplayException.class);
      right.run();
      assertThat(frame.read(c)).containsExactly(2, 3, 6, 11);
    }
  }

  @Test
  void anIndexOutOfRangeIsAnErrorAndNoCrash() {
    int weight = frame.range(2, 2);
    int index = frame.tensor(DataType.INT64, Values.fill(9), 1);

    assertThatThrownBy(() -> frame.call("aten::embedding", slot(weight), slot(index)))
        .hasMessage("aten::embedding: index out of range in self");
  }

  @Test
  void anEmptySlotIsNamed() {
    int x = frame.range(2);
    int empty = frame.empty();

    assertThatThrownBy(() -> frame.call("aten::relu", slot(empty)))
        .hasMessage("aten::relu: slot " + empty + " is empty");
    assertThatThrownBy(() -> frame.call("aten::relu", last(empty)))
        .hasMessage("aten::relu: slot " + empty + " is empty");
    assertThatThrownBy(() -> frame.call("aten::add.Tensor", last(x), last(empty)))
        .hasMessage("aten::add.Tensor: slot " + empty + " is empty");
    assertThatThrownBy(() -> frame.call("aten::cat", tensors(last(empty)), number(0)))
        .hasMessage("aten::cat: slot " + empty + " is empty");
  }

  @Test
  void anEmptySlotForAnOptionalArgumentIsNamedToo() {
    int x = frame.filled(1, 1, 1, 2, 2);
    int weight = frame.filled(1, 1, 1, 1, 1);
    int bias = frame.empty();

    assertThatThrownBy(
            () ->
                frame.call(
                    "aten::convolution",
                    slot(x),
                    slot(weight),
                    last(bias),
                    ints(1, 1),
                    ints(0, 0),
                    ints(1, 1),
                    flag(false),
                    ints(0, 0),
                    number(1)))
        .hasMessage("aten::convolution: slot " + bias + " is empty");
  }

  @Test
  void aSlotOutsideTheFrameIsRefused() {
    assertThatThrownBy(() -> frame.call("aten::relu", slot(TestFrame.SLOTS)))
        .isInstanceOf(ReplayException.class)
        .hasMessage("slot 256 is outside the frame of 256 slots");
  }

  @Test
  void aClosedSessionSaysSo() {
    TestFrame closed = new TestFrame();
    int x = closed.range(2);
    Call call = closed.session().bind("aten::relu", List.of(slot(x)), List.of());
    Call list = closed.session().bind("aten::cat", List.of(tensors(slot(x))), List.of());
    var checkpoint = closed.session().checkpoint(x);

    closed.close();
    closed.close();

    assertThatThrownBy(call::run).hasMessage("aten::relu: the session is closed");
    assertThatThrownBy(list::run).hasMessage("aten::cat: the session is closed");
    assertThatThrownBy(checkpoint::restore).hasMessage("the session is closed");
    assertThatThrownBy(() -> closed.read(x)).hasMessage("the session is closed");
    assertThatThrownBy(() -> closed.range(2)).hasMessage("the session is closed");
    assertThatThrownBy(() -> closed.session().view(x, x, new Layout(new long[0], new long[0], 0)))
        .hasMessage("the session is closed");
  }

  private void bind(String operator) {
    frame.session().bind(operator, List.of(), List.of());
  }
}
