package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.calque.runtime.Operand.slot;

import org.bytedeco.pytorch.GradMode;
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
