package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.last;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.calque.runtime.Operand.tensors;
import static org.calque.runtime.Operand.written;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.calque.runtime.Call;
import org.calque.runtime.Checkpoint;
import org.calque.runtime.Operand;
import org.calque.runtime.Result;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A call makes no Java object and leaves no native memory behind. */
class CallCostTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int RUNS = 10_000;

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
  void ordinaryCallsAllocateNothingOnTheHeap() {
    List<Call> calls = ordinaryCalls(frame.filled(1, 10));

    assertThat(bytesPerRound(() -> run(calls))).isLessThan(1);
  }

  @Test
  void callsThatDoTheWorkOfAnotherAllocateNothingOnTheHeap() {
    int lengths = frame.range(8);
    int copy = frame.empty();
    List<Call> calls =
        List.of(
            bind("aten::clone", List.of(slot(lengths)), slot(copy)),
            bind("fbgemm::asynchronous_complete_cumsum", List.of(last(copy)), slot(frame.empty())));

    assertThat(bytesPerRound(() -> run(calls))).isLessThan(1);
  }

  @Test
  void operandsThatComeAndGoAllocateNothingOnTheHeap() {
    int image = frame.filled(1, 1, 1, 2, 2);
    int weight = frame.filled(1, 1, 1, 1, 1);
    int ones = frame.filled(1, 1);
    int bias = frame.empty();
    int mask = frame.empty();
    List<Call> calls = new ArrayList<>();
    calls.add(bind("aten::neg", List.of(slot(ones)), slot(bias)));
    calls.add(bind("aten::gt.Scalar", List.of(slot(bias), number(0)), slot(mask)));
    calls.add(bind("aten::index.Tensor", List.of(slot(bias), tensors(slot(mask)))));
    calls.add(bind("aten::cat", List.of(tensors(slot(bias), slot(ones), slot(bias)))));
    calls.add(
        bind(
            "aten::convolution",
            List.of(
                slot(image),
                slot(weight),
                last(bias),
                ints(1, 1),
                ints(0, 0),
                ints(2, 2),
                flag(false),
                ints(0, 0),
                number(1)),
            Result.dropped()));

    assertThat(bytesPerRound(() -> run(calls))).isLessThan(1);
  }

  @Test
  void operandsThatLastAllocateNothingOnTheHeap() {
    int x = frame.filled(1, 10);
    int y = frame.filled(0, 10);
    List<Call> calls =
        List.of(
            bind("aten::_foreach_add_.List", List.of(tensors(written(x)), tensors(slot(y)))),
            bind("aten::add_.Tensor", List.of(written(x), slot(y))));

    assertThat(bytesPerRound(() -> run(calls))).isLessThan(1);
  }

  @Test
  void severalResultsAllocateNothingOnTheHeap() {
    int x = frame.range(2, 2);
    int values = frame.empty();
    int indices = frame.empty();
    List<Call> calls =
        List.of(
            bind("aten::max.dim", List.of(slot(x), number(1)), slot(values), slot(indices)),
            bind("aten::max.dim", List.of(slot(x), number(0)), Result.dropped(), slot(indices)),
            bind("aten::max.dim", List.of(last(values), number(0))));

    assertThat(bytesPerRound(() -> run(calls))).isLessThan(1);
  }

  @Test
  void restoringACheckpointAllocatesLittleOnTheHeap() {
    int x = frame.range(4);
    Checkpoint checkpoint = frame.session().checkpoint(x);

    assertThat(bytesPerRound(checkpoint::restore)).isLessThan(200);
  }

  @Test
  void callsLeaveNoNativeMemoryBehind() {
    int x = frame.filled(1, 1000);
    int half = frame.empty();
    List<Call> calls = ordinaryCalls(x);
    calls.add(
        bind(
            "aten::split.Tensor",
            List.of(slot(x), number(500)),
            Result.slots(Operand.slot(half), Result.dropped())));
    Checkpoint checkpoint = frame.session().checkpoint(x);
    Runnable round =
        () -> {
          run(calls);
          checkpoint.restore();
        };
    repeat(RUNS / 10, round);
    double before = ProcessMemory.residentMib();

    repeat(RUNS, round);

    // One tensor of a round leaked would be 40 MiB, its administration alone 2 MiB.
    assertThat(ProcessMemory.residentMib() - before).isLessThan(12);
  }

  /** Copies, moves, constants, a list, an in-place and a dropped result. */
  private List<Call> ordinaryCalls(int x) {
    int y = frame.empty();
    int z = frame.empty();
    List<Call> calls = new ArrayList<>();
    calls.add(bind("aten::mul.Tensor", List.of(slot(x), slot(x)), slot(y)));
    calls.add(bind("aten::add_.Scalar", List.of(written(y), number(1.5))));
    calls.add(bind("aten::cat", List.of(tensors(slot(x), last(y)), number(0)), slot(z)));
    calls.add(bind("aten::neg", List.of(last(z)), Result.dropped()));
    return calls;
  }

  private Call bind(String operator, List<Operand> operands, Result... results) {
    return frame.session().bind(operator, operands, List.of(results));
  }

  private static void run(List<Call> calls) {
    for (int i = 0; i < calls.size(); i++) {
      calls.get(i).run();
    }
  }

  private static double bytesPerRound(Runnable round) {
    repeat(RUNS, round);
    long before = THREADS.getCurrentThreadAllocatedBytes();
    repeat(RUNS, round);
    return (double) (THREADS.getCurrentThreadAllocatedBytes() - before) / RUNS;
  }

  private static void repeat(int times, Runnable round) {
    for (int i = 0; i < times; i++) {
      round.run();
    }
  }
}
