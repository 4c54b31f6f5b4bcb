package org.calque.runtime.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.calque.runtime.Operand.device;
import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.ints;
import static org.calque.runtime.Operand.none;
import static org.calque.runtime.Operand.number;
import static org.calque.runtime.Operand.slot;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.List;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.DispatchKey;
import org.calque.runtime.AllocatorSettings;
import org.calque.runtime.Call;
import org.calque.runtime.DataType;
import org.calque.runtime.Device;
import org.calque.runtime.Layout;
import org.calque.runtime.Operand;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Session;
import org.calque.runtime.SessionOptions;
import org.calque.runtime.Support;
import org.calque.runtime.TypeSubstitutions;
import org.calque.runtime.Values;
import org.junit.jupiter.api.Test;

/**
 * Where a session's tensors go. LibTorch's {@code meta} device stands for one that this machine may
 * not have: its tensors have shapes and no memory.
 */
class PlacementTest {
  private static final TorchDevice META = new TorchDevice("meta", DispatchKey.Meta);
  private static final Layout MATRIX = new Layout(new long[] {4, 4}, new long[] {4, 1}, 0);

  private static Session session(TorchDevice device, String types) {
    return new TorchSession(
        TorchLibrary.load(),
        new SessionOptions(
            16, 1, 7, AllocatorSettings.NONE, Device.CPU, TypeSubstitutions.parse(types)),
        device);
  }

  private static void allocate(Session session, int slot, DataType type) {
    session.allocate(slot, type, MATRIX.extent(), MATRIX);
    session.fill(slot, Values.fill(1), slot);
  }

  private static void run(Session session, String operator, int result, Operand... operands) {
    session.bind(operator, List.of(operands), List.of(slot(result))).run();
  }

  private static boolean hasMemory(Session session, int slot) {
    return session.describe(slot).storage() != 0;
  }

  @Test
  void everythingGoesToTheDeviceOfTheSessionWhateverTheRecordingCallsIt() {
    try (Session session = session(META, "as-recorded")) {
      allocate(session, 0, DataType.FLOAT32);
      session.allocate(
          1, DataType.FLOAT32, 64, new Layout(new long[] {4, 4}, new long[] {8, 2}, 3));
      session.view(2, 0, new Layout(new long[] {2}, new long[] {1}, 4));
      run(session, "aten::mm", 3, slot(0), slot(1));
      for (String recorded : List.of("cpu", "cuda:0", "cuda:3")) {
        run(
            session,
            "aten::empty.memory_format",
            4,
            ints(4, 4),
            number(6),
            none(),
            device(recorded));
        run(session, "aten::add.Tensor", 5, slot(4), slot(3));
        assertThat(hasMemory(session, 5)).isFalse();
      }
      for (int slot = 0; slot < 6; slot++) {
        assertThat(hasMemory(session, slot)).as("slot %d", slot).isFalse();
      }
      assertThat(session.describe(3).layout()).isEqualTo(MATRIX);
    }
  }

  @Test
  void whatARecordingOnAnotherDeviceHadOnTheHostStaysThere() {
    try (Session session = session(META, "as-recorded")) {
      session.hostTensors(1);
      allocate(session, 0, DataType.FLOAT32);
      allocate(session, 1, DataType.FLOAT32);
      run(session, "aten::empty.memory_format", 2, ints(4), number(6), none(), device("cpu"));
      run(session, "aten::empty.memory_format", 3, ints(4), number(6), none(), device("cuda:0"));
      run(session, "aten::to.device", 4, slot(1), device("cuda:0"), number(6));

      assertThat(hasMemory(session, 0)).isFalse();
      assertThat(hasMemory(session, 1)).isTrue();
      assertThat(hasMemory(session, 2)).isTrue();
      assertThat(hasMemory(session, 3)).isFalse();
      assertThat(hasMemory(session, 4)).isFalse();
    }
  }

  @Test
  void aNumberThatPythonPassedIsOnTheHostAsPythonPutsIt() {
    try (Session session = session(META, "as-recorded")) {
      allocate(session, 0, DataType.FLOAT32);
      session.number(1, DataType.FLOAT64, 0.9);
      run(session, "aten::mul.Tensor", 2, slot(0), slot(1));

      assertThat(hasMemory(session, 1)).isTrue();
      assertThat(hasMemory(session, 2)).isFalse();
      assertThat(session.describe(2).type()).isEqualTo(DataType.FLOAT32);
    }
  }

  @Test
  void onTheCpuAllIsOnTheHost() {
    try (Session session = session(TorchDevice.CPU, "as-recorded")) {
      session.hostTensors(1);
      allocate(session, 0, DataType.FLOAT32);
      run(session, "aten::to.device", 1, slot(0), device("cuda:0"), number(6));
      run(
          session,
          "aten::empty.memory_format",
          2,
          ints(4),
          number(6),
          none(),
          device("cuda:0"),
          flag(true));

      assertThat(hasMemory(session, 1)).isTrue();
      assertThat(hasMemory(session, 2)).as("pinned memory belongs to CUDA").isTrue();
    }
  }

  @Test
  void anOperatorRunsWhereItHasAKernel() {
    assumeFalse(torch.hasCUDA(), "this LibTorch has kernels for CUDA");
    TorchDevice cuda = TorchDevice.of(Device.cuda(1));
    TorchLibrary library = TorchLibrary.load();

    assertThat(library.support("aten::_unique2", TorchDevice.CPU)).isEqualTo(Support.ITSELF);
    assertThat(library.support("aten::_unique2", cuda))
        .isEqualTo(Support.impossible("has no kernel for cuda:1"));
    assertThat(library.support("aten::reshape", cuda))
        .as("it is made of others on every device")
        .isEqualTo(Support.ITSELF);
  }

  @Test
  void whatNeedsAStreamIsSkippedOnEveryDevice() {
    TorchLibrary library = TorchLibrary.load();
    for (TorchDevice device : List.of(TorchDevice.CPU, TorchDevice.of(Device.cuda(0)), META)) {
      assertThat(library.support("aten::record_stream", device).kind())
          .as(device.name())
          .isEqualTo(Support.Kind.SKIPPED);
    }
    try (Session session = session(META, "as-recorded")) {
      allocate(session, 0, DataType.FLOAT32);
      session
          .bind(
              "aten::record_stream",
              List.of(Operand.last(0), Operand.unrecorded("Stream")),
              List.of())
          .run();
      assertThat(session.describe(0)).isNull();
    }
  }

  @Test
  void anotherElementTypeTakesThePlaceOfARecordedOneInTensorsAndInWhatOperatorsAreTold() {
    try (Session session = session(TorchDevice.CPU, "float16=float32")) {
      allocate(session, 0, DataType.FLOAT16);
      allocate(session, 1, DataType.FLOAT64);
      run(session, "aten::to.dtype", 2, slot(1), number(5));
      run(session, "aten::mm", 3, slot(0), slot(2));
      run(session, "aten::sum.dim_IntList", 4, slot(1), ints(1), flag(false), number(5));
      session.view(5, 0, DataType.FLOAT16, new Layout(new long[] {2}, new long[] {1}, 0));
      // Not a type, though it is the same number.
      run(session, "aten::add.Scalar", 6, slot(1), number(5));

      assertThat(session.describe(0).type()).isEqualTo(DataType.FLOAT32);
      assertThat(session.describe(2).type()).isEqualTo(DataType.FLOAT32);
      assertThat(session.describe(3).type()).isEqualTo(DataType.FLOAT32);
      assertThat(session.describe(4).type()).isEqualTo(DataType.FLOAT32);
      assertThat(session.describe(5).type()).isEqualTo(DataType.FLOAT32);
      assertThat(session.read(6)).containsOnly(6);
    }
  }

  @Test
  void aKernelThatATypeLacksIsNamedWithTheWayRoundIt() {
    try (Session session = session(TorchDevice.CPU, "as-recorded")) {
      allocate(session, 0, DataType.FLOAT8_E4M3FN);
      Call call = session.bind("aten::add.Tensor", List.of(slot(0), slot(0)), List.of(slot(1)));

      assertThatThrownBy(call::run)
          .isInstanceOf(ReplayException.class)
          .hasMessageStartingWith("aten::add.Tensor: ")
          .hasMessageContaining("not implemented for 'Float8_e4m3fn'")
          .hasMessageEndingWith("; --allow-dtype float8_e4m3fn=float32 replays it in another type");
    }
  }

  @Test
  void aStandInIsTheSameTensorAtEachRunHoweverOftenItsSlotIsEmptied() {
    try (Session session = session(TorchDevice.CPU, "as-recorded")) {
      Call standIn =
          session.bindStandIn(0, DataType.FLOAT32, MATRIX, Values.uniform(0.25, 0.75), 3);
      Call written =
          session.bind("aten::add_.Scalar", List.of(Operand.written(0), number(5)), List.of());
      Call last = session.bind("aten::relu", List.of(Operand.last(0)), List.of(slot(1)));
      standIn.run();
      double[] first = session.read(0);
      long address = session.describe(0).storage();
      for (int i = 0; i < 3; i++) {
        last.run();
        assertThat(session.describe(0)).isNull();
        standIn.run();
        assertThat(session.describe(0).storage()).isEqualTo(address);
        assertThat(session.read(0)).containsExactly(first);
        written.run();
      }
    }
  }
}
