package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.RealTraces;
import org.calque.trace.TensorReference;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What shares memory in recorded steps. All that one operator takes and returns is alive at one
 * time, so within a node an id of a storage means one storage; that is held against the program.
 */
class RecordedIdentityTest {

  static List<Path> traces() {
    return Stream.concat(
            Stream.of(RealTraces.recording("identity.et.json.gz")), RealTraces.all().stream())
        .toList();
  }

  /** A tensor as a node shows it, and its slot. */
  private record Shown(TensorReference tensor, int slot) {}

  private static void operands(TraceValue value, Operand operand, List<Shown> shown) {
    if (operand instanceof Operand.Tensor tensor) {
      shown.add(new Shown((TensorReference) value, tensor.slot()));
    } else if (operand instanceof Operand.TensorList list) {
      List<TraceValue> elements = ((TraceValue.Sequence) value).elements();
      for (int i = 0; i < elements.size(); i++) {
        operands(elements.get(i), list.elements().get(i), shown);
      }
    }
  }

  private static void results(TraceValue value, Result result, List<Shown> shown) {
    if (result instanceof Result.Slot slot) {
      shown.add(new Shown((TensorReference) value, slot.slot()));
    } else if (result instanceof Result.Elements list) {
      List<TraceValue> elements = ((TraceValue.Sequence) value).elements();
      for (int i = 0; i < elements.size(); i++) {
        results(elements.get(i), list.elements().get(i), shown);
      }
    }
  }

  private static List<Shown> shown(Step.OperatorCall call, TraceNode node) {
    List<Shown> shown = new ArrayList<>();
    for (int i = 0; i < call.operands().size(); i++) {
      operands(node.inputs().get(i), call.operands().get(i), shown);
    }
    for (int i = 0; i < call.results().size(); i++) {
      results(node.outputs().get(i), call.results().get(i), shown);
    }
    return shown;
  }

  @ParameterizedTest
  @MethodSource("traces")
  void withinACallTensorsShareAStorageIfTheirIdsSaySo(Path file) {
    ExecutionTrace trace = ExecutionTraceReader.read(file);
    ReplayProgram program = ProgramBuilder.build("step", trace);
    List<String> wrong = new ArrayList<>();
    for (Step.OperatorCall call : program.calls()) {
      TraceNode node = trace.node(call.provenance().node());
      Map<Long, Integer> numbers = new HashMap<>();
      Map<Integer, Long> ids = new HashMap<>();
      for (Shown one : shown(call, node)) {
        long id = one.tensor().storage();
        int number = program.storageOf().get(one.slot());
        if (one.tensor().hasMemory()
            && (numbers.merge(id, number, (a, b) -> a) != number
                || ids.merge(number, id, (a, b) -> a) != id)) {
          wrong.add(node + ": " + one);
        }
      }
    }

    assertThat(wrong).isEmpty();
  }

  @Test
  void whatExistsBeforeTheStepIsMadeOncePerStorage() {
    ReplayProgram program = ProgramBuilder.build("identity", RealTraces.recorded("identity"));

    assertThat(program.storages().stream().filter(storage -> !storage.number()))
        .extracting(storage -> text(storage, program))
        .containsExactly(
            "64 float32: float32[64], float32[4, 8], float32[8, 4] at 32",
            "20 float32: float32[10] at 10",
            "5 float32: float32[3, 5]",
            "9 float32: float32[4, 3]",
            "1 int64: int64[]",
            "16 int32: int32[16], float32[16]",
            "12 complex64: complex64[4, 3], float32[4, 3, 2]",
            "96 float32: float32[2, 3, 4, 4]",
            "40 float32: float32[5, 2, 4]",
            "16 float32: float32[4, 4]",
            "16 float32: float32[4, 4], float32[3, 2] at 2",
            "16 float32: float32[0]",
            "16 float32: float32[16]",
            "2 int64: int64[2]",
            "2 int64: int64[2]",
            "48 float32: float32[12, 4]",
            "36 float32: float32[12, 3]",
            "12 float32: float32[12]",
            "12 float32: float32[12]");
  }

  private static String text(Storage storage, ReplayProgram program) {
    List<String> tensors =
        storage.slots().stream()
            .map(program.slots()::get)
            .map(tensor -> tensor.shape() + (tensor.offset() > 0 ? " at " + tensor.offset() : ""))
            .toList();
    return storage.elements()
        + " "
        + storage.type().shortName()
        + ": "
        + String.join(", ", tensors);
  }
}
