package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.calque.runtime.Result.dropped;

import java.util.List;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.global.torch;
import org.calque.runtime.Engine;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Session;
import org.calque.runtime.SessionOptions;
import org.junit.jupiter.api.Test;

/** A session sets the thread up, and leaves it as it was. */
class TorchSessionTest {

  @Test
  void theEngineIsFoundOnTheClassPath() {
    assertThat(Engine.find()).isInstanceOf(TorchEngine.class);
    assertThat(Engine.find().name()).isEqualTo("torch");
  }

  @Test
  void gradientsAreOffWhileASessionIsOpen() {
    TorchLibrary.load();
    assertThat(GradMode.is_enabled()).isTrue();

    try (TestFrame outer = new TestFrame()) {
      assertThat(GradMode.is_enabled()).isFalse();
      try (TestFrame inner = new TestFrame()) {
        assertThat(inner.call("aten::relu", slot(inner.range(2)))).containsExactly(0, 1);
      }
      assertThat(GradMode.is_enabled()).isFalse();
      assertThat(outer.call("aten::relu", slot(outer.range(2)))).containsExactly(0, 1);
    }

    assertThat(GradMode.is_enabled()).isTrue();
  }

  @Test
  void operatorsAreCalledBelowAutogradWhileASessionIsOpen() {
    TorchLibrary.load();
    assertThat(isBelowAutograd()).isFalse();

    try (TestFrame outer = new TestFrame()) {
      assertThat(isBelowAutograd()).isTrue();
      try (TestFrame inner = new TestFrame()) {
        inner.session().expectGradients();
        assertThat(isBelowAutograd()).isTrue();
      }
      assertThat(isBelowAutograd()).isTrue();
      assertThat(outer.call("aten::relu", slot(outer.range(2)))).containsExactly(0, 1);
    }

    assertThat(isBelowAutograd()).isFalse();
  }

  private static boolean isBelowAutograd() {
    return torch.tls_is_dispatch_keyset_excluded(
        torch.autograd_dispatch_keyset_with_ADInplaceOrView());
  }

  @Test
  void gradientsCanBeExpectedAndAreNotComputed() {
    TorchLibrary.load();
    try (TestFrame frame = new TestFrame()) {
      frame.session().expectGradients();
      assertThat(GradMode.is_enabled()).isTrue();

      int input = frame.filled(1, 3, 2, 4);
      int[] weights = {frame.filled(1, 8, 4), frame.filled(1, 8, 2), frame.filled(1, 8)};
      int state = frame.filled(0, 2, 2);
      int workspace = frame.empty();
      frame.run(
          "aten::mkldnn_rnn_layer",
          List.of(
              slot(input),
              slot(weights[0]),
              slot(weights[1]),
              slot(weights[2]),
              slot(weights[2]),
              slot(state),
              slot(state),
              flag(false),
              ints(),
              number(2),
              number(2),
              number(1),
              flag(true),
              flag(false),
              flag(false),
              flag(true)),
          dropped(),
          dropped(),
          dropped(),
          slot(workspace));

      assertThat(frame.describe(workspace)).as("kept for the backward pass").isNotNull();
    }
    assertThat(GradMode.is_enabled()).isTrue();
  }

  @Test
  void anEmptyFrameIsAFrame() {
    try (Session session = new TorchEngine().open(new SessionOptions(0, 1, 0))) {
      session.checkpoint().restore();
    }
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new SessionOptions(1, 0, 0))
        .isInstanceOf(ReplayException.class)
        .hasMessage("threads=0: at least 1 thread is needed");
    assertThatThrownBy(() -> new SessionOptions(-1, 1, 0)).isInstanceOf(ReplayException.class);
  }
}
