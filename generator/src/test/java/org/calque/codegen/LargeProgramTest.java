package org.calque.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.calque.trace.TraceTensor.floats;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.calque.replay.ProgramBuilder;
import org.calque.replay.ReplayProgram;
import org.calque.replay.UnreplayableTraceException;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceTensor;
import org.junit.jupiter.api.Test;

/** Programs that come near the limits of class files: 64 KB of code, 65,535 constants. */
class LargeProgramTest {
  private static final String RELU = "aten::relu(Tensor self) -> Tensor";

  private final TraceJson json = new TraceJson();

  @Test
  void modulesThatTakeTurnsThousandsOfTimes() {
    TraceJson.Node one = json.label("one");
    TraceJson.Node other = json.label("other");
    for (int i = 0; i < 8_000; i++) {
      json.call(RELU).takes(floats(1, 2)).gives(floats(2, 2)).inside(i % 2 == 0 ? one : other);
    }
    ReplayProgram program = ProgramBuilder.build("large", json.read());

    // One class for each turn would need more constants than a class file has.
    assertThat(ModuleGroups.of(program, List.of()))
        .hasSize(8_000 / 32)
        .allMatch(group -> group.to() - group.from() == 32);
  }

  @Test
  void thousandsOfViewsOfOneStorage() {
    TraceTensor flat = floats(1, 200_000).on(7);
    for (int i = 0; i < 1_500; i++) {
      json.call(RELU).takes(flat.view(10 + i, 2, 2, 2, 2).at(i)).gives(floats(2, 2));
    }
    compile();
  }

  @Test
  void longListsOfTensorsScalarsAndResultsOneAfterTheOther() {
    List<TraceTensor> tensors = new ArrayList<>();
    List<TraceTensor> roots = new ArrayList<>();
    List<Double> scalars = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      tensors.add(floats(10 + i, 2));
      roots.add(floats(5_000 + i, 2));
      scalars.add(i / 8.);
    }
    for (int i = 0; i < 6; i++) {
      json.call("aten::_foreach_sqrt(Tensor[] self) -> Tensor[]").takes(tensors).gives(roots);
      json.call("aten::_foreach_div_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> ()")
          .takes(roots, scalars);
    }
    compile();
  }

  @Test
  void manyResultsOfSmallCalls() {
    List<TraceTensor> parts = new ArrayList<>();
    for (int i = 0; i < 1_400; i++) {
      parts.add(floats(1, 1_400).view(10 + i).at(i));
    }
    for (int i = 0; i < 8; i++) {
      json.call("aten::unbind(Tensor(a -> *) self) -> Tensor(a)[]")
          .takes(floats(1, 1_400))
          .gives(parts);
      json.call("aten::stack(Tensor[] tensors) -> Tensor").takes(parts).gives(floats(9, 1_400));
    }
    compile();
  }

  @Test
  void whatIsTooLongForAMethodIsRefusedByName() {
    json.call("aten::x(Scalar[] scalars) -> ()").takes(Collections.nCopies(10_000, 0.5));

    assertThatThrownBy(this::compile)
        .isInstanceOf(UnreplayableTraceException.class)
        .hasMessageContaining("node 2 (aten::x) names 10000 values, too many for one method");
  }

  @Test
  void aListOfIntegersGoesToTheResource() {
    json.call("aten::view(Tensor(a) self, SymInt[] size) -> Tensor(a)")
        .takes(floats(1, 8), Collections.nCopies(300, 1L))
        .gives(floats(2, 8));

    assertThat(GeneratedFrom.json("large", json).files())
        .containsEntry(
            "resources/org/calque/generated/Large.lists", "0.1 ints" + " 1".repeat(300) + "\n");
  }

  @Test
  void aLongListOfListsStaysInTheSource() {
    // The resource has no lists of lists; there the inner tensors would be lost.
    json.call("test::gather(Tensor[][] outputs) -> ()")
        .takes(Collections.nCopies(300, List.of(floats(1, 2), floats(2, 2))));

    assertThat(GeneratedFrom.json("large", json).files().keySet())
        .noneMatch(file -> file.endsWith(".lists"));
    compile();
  }

  private void compile() {
    CompiledBenchmark.of(GeneratedFrom.json("large", json));
  }
}
