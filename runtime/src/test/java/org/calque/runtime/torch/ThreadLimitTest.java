package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import org.calque.runtime.Call;
import org.calque.runtime.Operand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One thread is one thread, in every pool that LibTorch keeps: ATen's, oneDNN's, the BLAS's. */
class ThreadLimitTest {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private TestFrame frame;

  @BeforeEach
  void open() {
    assumeThat(Runtime.getRuntime().availableProcessors()).isGreaterThan(1);
    frame = new TestFrame();
  }

  @AfterEach
  void close() {
    if (frame != null) {
      frame.close();
    }
  }

  @Test
  void matrixProductsUseOneThread() {
    int x = frame.filled(1, 768, 768);

    assertOneThread("aten::mm", slot(x), slot(x));
  }

  @Test
  void convolutionsUseOneThread() {
    int x = frame.filled(1, 4, 32, 64, 64);
    int weight = frame.filled(1, 32, 32, 3, 3);

    assertOneThread(
        "aten::convolution",
        slot(x),
        slot(weight),
        none(),
        ints(1, 1),
        ints(1, 1),
        ints(1, 1),
        flag(false),
        ints(0, 0),
        number(1));
  }

  @Test
  void elementwiseOperatorsUseOneThread() {
    int x = frame.filled(1, 1 << 20);

    assertOneThread("aten::exp", slot(x));
  }

  /**
   * Compares the CPU time of the process with this thread's. The best of some rounds: the JVM has
   * work of its own, but never the operator's whole work over.
   */
  private void assertOneThread(String operator, Operand... operands) {
    Call call = frame.session().bind(operator, List.of(operands), List.of());
    call.run();
    double best = Double.MAX_VALUE;
    for (int round = 0; round < 6 && best > 1.3; round++) {
      long process = SYSTEM.getProcessCpuTime();
      long thread = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < 4; i++) {
        call.run();
      }
      thread = THREADS.getCurrentThreadCpuTime() - thread;
      process = SYSTEM.getProcessCpuTime() - process;
      best = Math.min(best, (double) process / thread);
    }
    assertThat(best).isLessThan(1.6);
  }
}
