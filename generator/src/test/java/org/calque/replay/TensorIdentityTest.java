package org.calque.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.UNDEFINED;
import static org.calque.trace.TraceTensor.floats;
import static org.calque.trace.TraceTensor.longs;

import java.util.Arrays;
import java.util.List;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceTensor;
import org.calque.trace.TraceValue;
import org.junit.jupiter.api.Test;

/** Which recorded tensors are the same, in the smallest traces that show it. */
class TensorIdentityTest {
  private static final String RELU = "aten::relu(Tensor self) -> Tensor";
  private static final String ADD =
      "aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor";
  private static final String ADD_IN_PLACE =
      "aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)";
  private static final String VIEW = "aten::view(Tensor(a) self, SymInt[] size) -> Tensor(a)";
  private static final String EMPTY =
      "aten::empty_like(Tensor self, *, ScalarType? dtype=None) -> Tensor";

  private final TraceJson json = new TraceJson();

  private ReplayProgram program() {
    return ProgramBuilder.build("hand_made", json.read());
  }

  private static Operand read(int slot) {
    return new Operand.Tensor(slot, Operand.Use.READ);
  }

  private static Operand last(int slot) {
    return new Operand.Tensor(slot, Operand.Use.LAST);
  }

  private static Operand written(int slot) {
    return new Operand.Tensor(slot, Operand.Use.WRITTEN);
  }

  private static List<List<Operand>> operands(ReplayProgram program) {
    return program.calls().stream().map(Step.OperatorCall::operands).toList();
  }

  private static List<List<Result>> results(ReplayProgram program) {
    return program.calls().stream().map(Step.OperatorCall::results).toList();
  }

  @Test
  void anAddressThatComesBackInAnotherShapeIsAnotherTensor() {
    TraceTensor x = floats(1, 8);
    json.call(RELU).takes(x).gives(floats(2, 8));
    json.call(RELU).takes(floats(2, 8)).gives(floats(3, 8));
    json.call("aten::sum(Tensor self) -> Tensor").takes(x).gives(floats(2, 4, 4));
    json.call(RELU).takes(floats(2, 4, 4)).gives(floats(5, 4, 4));

    ReplayProgram program = program();

    assertThat(operands(program))
        .containsExactly(List.of(read(0)), List.of(last(1)), List.of(read(0)), List.of(last(3)));
    assertThat(program.slots().get(1).sizes()).containsExactly(8);
    assertThat(program.slots().get(3).sizes()).containsExactly(4, 4);
    assertThat(program.storages()).hasSize(1);
  }

  @Test
  void anAddressThatComesBackInTheSameShapeIsAnotherTensorToo() {
    json.call(RELU).takes(floats(1, 8)).gives(floats(2, 8));
    json.call(RELU).takes(floats(2, 8)).gives(floats(3, 8));
    json.call(RELU).takes(floats(3, 8)).gives(floats(2, 8));
    json.call(RELU).takes(floats(2, 8)).gives(floats(4, 8));

    assertThat(operands(program()))
        .containsExactly(List.of(read(0)), List.of(last(1)), List.of(last(2)), List.of(last(3)));
  }

  @Test
  void viewsThatExistBeforeTheStepShareOneStorage() {
    TraceTensor flat = floats(1, 32).on(7);
    json.call(ADD).takes(flat.view(2, 4, 4), flat.view(3, 4, 4).at(16), 1L).gives(floats(9, 4, 4));
    json.call(RELU).takes(flat).gives(floats(8, 32));

    Storage storage = program().storages().get(0);

    assertThat(program().storages()).hasSize(1);
    assertThat(storage.elements()).isEqualTo(32);
    assertThat(storage.slots()).hasSize(3).startsWith(3);
  }

  @Test
  void aViewThatAnOperatorMadeIsNotMaterialised() {
    TraceTensor x = floats(1, 4, 4);
    TraceTensor view = x.view(2, 16);
    json.call(VIEW).takes(x, List.of(16L)).gives(view);
    json.call(RELU).takes(view).gives(floats(3, 16));

    ReplayProgram program = program();

    assertThat(program.storages()).singleElement().extracting(Storage::slots).isEqualTo(List.of(0));
    assertThat(results(program).get(0)).containsExactly(new Result.Slot(1));
    assertThat(operands(program).get(1)).containsExactly(last(1));
  }

  @Test
  void aResultInPlaceIsTheOperand() {
    TraceTensor x = floats(1, 8);
    TraceTensor y = floats(2, 8);
    json.call(RELU).takes(x).gives(y);
    json.call(ADD_IN_PLACE).takes(y, x, 1L).gives(y);
    json.call(RELU).takes(y).gives(floats(3, 8));

    ReplayProgram program = program();

    assertThat(operands(program).get(1)).startsWith(written(1), read(0));
    assertThat(results(program).get(1)).containsExactly(new Result.Dropped());
    assertThat(operands(program).get(2)).containsExactly(last(1));
  }

  @Test
  void anotherTensorObjectOnKnownMemoryIsMadeFromIt() {
    // Autograd unpacks a saved tensor: a new object, with a shape that no operator gave it.
    TraceTensor y = floats(2, 8);
    json.call(RELU).takes(floats(1, 8)).gives(y);
    json.call(RELU).takes(y.view(3, 2, 4)).gives(floats(4, 2, 4));

    ReplayProgram program = program();

    assertThat(program.steps().get(1))
        .isEqualTo(
            new Step.Alias(
                2, new Operand.Tensor(1, Operand.Use.LAST), program.calls().get(1).provenance()));
    assertThat(operands(program).get(1)).containsExactly(last(2));
  }

  @Test
  void anotherTensorObjectOfTheSameLayoutNeedsNoStep() {
    TraceTensor y = floats(2, 8);
    json.call(RELU).takes(floats(1, 8)).gives(y);
    json.call(RELU).takes(y.view(3, 8)).gives(floats(4, 8));

    assertThat(operands(program())).containsExactly(List.of(read(0)), List.of(last(1)));
    assertThat(program().steps()).hasSize(2);
  }

  @Test
  void aCompositeWhoseInnerResultIsUsedLaterStandsAsideForWhatItCalled() {
    TraceTensor x = floats(1, 8);
    TraceTensor mean = floats(5, 1);
    TraceJson.Node outer =
        json.call("aten::layer_norm(Tensor input) -> Tensor").takes(x).gives(floats(6, 8));
    json.call("aten::native_layer_norm(Tensor input) -> (Tensor, Tensor)")
        .takes(x)
        .gives(floats(6, 8), mean)
        .inside(outer);
    json.call(RELU).takes(mean).gives(floats(7, 1));

    ReplayProgram program = program();

    assertThat(program.calls())
        .extracting(Step.OperatorCall::operator)
        .containsExactly("aten::native_layer_norm", "aten::relu");
    assertThat(program.remarks())
        .containsExactly(new Remark("composite-expanded", "aten::layer_norm", 1));
    assertThat(program.storages()).hasSize(1);
  }

  @Test
  void aCompositeOfCompositesIsExpandedAsFarAsNeeded() {
    TraceTensor x = floats(1, 8);
    TraceTensor mask = floats(5, 8);
    TraceTensor y = floats(6, 8);
    TraceJson.Node outer = json.call("aten::a(Tensor self) -> Tensor").takes(x).gives(y);
    TraceJson.Node label = json.label("a label between").inside(outer);
    TraceJson.Node middle =
        json.call("aten::b(Tensor self) -> Tensor").takes(x).gives(y).inside(label);
    json.call("aten::c(Tensor self) -> (Tensor, Tensor)").takes(x).gives(y, mask).inside(middle);
    json.call(RELU).takes(mask).gives(floats(7, 8));

    assertThat(program().calls())
        .extracting(Step.OperatorCall::operator)
        .containsExactly("aten::c", "aten::relu");
  }

  @Test
  void anOperatorThatOnlyAllocatesInsideIsNoComposite() {
    TraceTensor x = floats(1, 8);
    TraceTensor y = floats(6, 8);
    TraceJson.Node outer = json.call("aten::exp(Tensor self) -> Tensor").takes(x).gives(y);
    json.call(EMPTY).takes(x, null).gives(y).inside(outer);
    json.call(RELU).takes(y.view(9, 8)).gives(floats(7, 8));

    assertThat(program().calls())
        .extracting(Step.OperatorCall::operator)
        .containsExactly("aten::exp", "aten::relu");
  }

  @Test
  void anOperatorThatIsNoCompositeStaysThoughItsInnerMemoryShowsUpAgain() {
    // What it returns was made by no operator that it called; the memory is reused, not read.
    TraceTensor x = floats(1, 8);
    TraceTensor inner = floats(5, 8);
    TraceJson.Node outer =
        json.call("aten::outer(Tensor self) -> Tensor").takes(x).gives(floats(6, 8));
    json.call("aten::inner(Tensor self) -> Tensor").takes(x).gives(inner).inside(outer);
    json.call(RELU).takes(inner).gives(floats(7, 8));

    ReplayProgram program = program();

    assertThat(program.calls())
        .extracting(Step.OperatorCall::operator)
        .containsExactly("aten::outer", "aten::relu");
    assertThat(program.storages()).hasSize(2);
  }

  @Test
  void aNumberPassedAsATensorIsOneOfItsOwnInEachCall() {
    TraceTensor number = longs(5).type("double");
    json.call("aten::mul.Tensor(Tensor self, Tensor other) -> Tensor")
        .takes(floats(1, 8), number)
        .gives(floats(2, 8));
    json.call("aten::mul.Tensor(Tensor self, Tensor other) -> Tensor")
        .takes(floats(2, 8), number)
        .gives(floats(3, 8));

    ReplayProgram program = program();

    assertThat(program.storages()).extracting(Storage::number).containsExactly(false, true, true);
    assertThat(program.remarks())
        .containsExactly(new Remark("number-chosen", "number passed as a tensor", 2));
  }

  @Test
  void aNumberThatAnOperatorReturnedIsThatResult() {
    TraceTensor sum = floats(5).type("double");
    json.call("aten::sum(Tensor self) -> Tensor").takes(floats(1, 8)).gives(sum);
    json.call("aten::mul.Tensor(Tensor self, Tensor other) -> Tensor")
        .takes(floats(2, 8), sum)
        .gives(floats(3, 8));

    assertThat(program().storages()).hasSize(2).noneMatch(Storage::number);
  }

  @Test
  void aNumberAtTheAddressOfAnEarlierOneIsAnotherNumber() {
    // Its tensor object lies where a result of the step was freed, its memory where the earlier
    // number was.
    json.call(RELU).takes(floats(1, 8)).gives(floats(2, 8));
    json.call("aten::mul.Tensor(Tensor self, Tensor other) -> Tensor")
        .takes(floats(2, 8), floats(3).on(77).type("double"))
        .gives(floats(4, 8));
    json.call("aten::mul.Tensor(Tensor self, Tensor other) -> Tensor")
        .takes(floats(4, 8), floats(2).on(77).type("double"))
        .gives(floats(5, 8));

    assertThat(program().storages()).extracting(Storage::number).containsExactly(false, true, true);
  }

  @Test
  void aNumberThatAnOperatorTookOutOfATensorIsThatResult() {
    TraceTensor indices = longs(1, 8);
    TraceTensor first = indices.view(2);
    json.call("aten::select.int(Tensor(a) self, int dim, SymInt index) -> Tensor(a)")
        .takes(indices, 0L, 0L)
        .gives(first);
    json.call("aten::neg(Tensor self) -> Tensor").takes(first).gives(longs(3));

    assertThat(program().storages()).hasSize(1).noneMatch(Storage::number);
  }

  @Test
  void aCounterThatIsReadAfterItWasWrittenIsThatCounter() {
    TraceTensor counter = longs(5);
    json.call(ADD_IN_PLACE).takes(counter, longs(6), 1L).gives(counter);
    json.call("aten::neg(Tensor self) -> Tensor").takes(counter).gives(longs(7));

    assertThat(program().storages()).hasSize(2);
  }

  @Test
  void aCounterThatIsWrittenIsMemory() {
    TraceTensor counter = longs(5);
    json.call(ADD_IN_PLACE).takes(counter, longs(6), 1L).gives(counter);

    assertThat(program().storages()).extracting(Storage::number).containsExactly(false, true);
    assertThat(program().storages()).extracting(Storage::written).containsExactly(true, false);
  }

  @Test
  void adamsEpsilonIsRestoredWhereItWasRoundedToZero() {
    TraceTensor root = floats(2, 8);
    TraceTensor quotient = floats(3, 8);
    json.call("aten::sqrt(Tensor self) -> Tensor").takes(floats(1, 8)).gives(root);
    json.call("aten::div.Tensor(Tensor self, Tensor other) -> Tensor")
        .takes(root, longs(9).type("double"))
        .gives(quotient);
    json.call("aten::add_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)")
        .takes(quotient, 0.0, 1L)
        .gives(quotient);

    ReplayProgram program = program();

    assertThat(operands(program).get(2).get(1))
        .isEqualTo(new Operand.Constant(new TraceValue.Real(1e-8)));
    assertThat(program.remarks()).contains(new Remark("scalar-restored", "Adam epsilon 1e-8", 1));
  }

  @Test
  void adamsEpsilonIsRestoredInOperatorsOnListsToo() {
    List<TraceTensor> roots = List.of(floats(3, 8), floats(4, 8));
    json.call("aten::_foreach_sqrt(Tensor[] self) -> Tensor[]")
        .takes(List.of(floats(1, 8), floats(2, 8)))
        .gives(roots);
    json.call("aten::_foreach_div_.ScalarList(Tensor(a!)[] self, Scalar[] scalars) -> ()")
        .takes(roots, List.of(0.5, 0.5));
    json.call("aten::_foreach_add_.Scalar(Tensor(a!)[] self, Scalar scalar) -> ()")
        .takes(roots, 0.0);

    assertThat(operands(program()).get(2).get(1))
        .isEqualTo(new Operand.Constant(new TraceValue.Real(1e-8)));
  }

  @Test
  void adamsEpsilonIsRestoredAfterARootInPlace() {
    TraceTensor root = floats(2, 8);
    json.call("aten::clone(Tensor self) -> Tensor").takes(floats(1, 8)).gives(root);
    json.call("aten::sqrt_(Tensor(a!) self) -> Tensor(a!)").takes(root).gives(root);
    json.call("aten::add_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)")
        .takes(root, 0.0, 1L)
        .gives(root);

    assertThat(operands(program()).get(2).get(1))
        .isEqualTo(new Operand.Constant(new TraceValue.Real(1e-8)));
  }

  @Test
  void aZeroThatIsAddedToAnythingElseStaysZero() {
    json.call("aten::add_.Scalar(Tensor(a!) self, Scalar other, Scalar alpha=1) -> Tensor(a!)")
        .takes(floats(1, 8), 0.0, 1L)
        .gives(floats(1, 8));

    assertThat(operands(program()).get(0).get(1))
        .isEqualTo(new Operand.Constant(new TraceValue.Real(0)));
  }

  @Test
  void anUndefinedTensorIsNoValue() {
    json.call(ADD).takes(floats(1, 8), UNDEFINED, 1L).gives(floats(2, 8), UNDEFINED);

    ReplayProgram program = program();

    assertThat(operands(program).get(0).get(1))
        .isEqualTo(new Operand.Constant(new TraceValue.None()));
    assertThat(results(program).get(0)).containsOnly(new Result.Dropped());
  }

  @Test
  void aListMayHoldUndefinedTensors() {
    json.call("aten::index.Tensor(Tensor self, Tensor?[] indices) -> Tensor")
        .takes(floats(1, 8, 8), Arrays.asList(UNDEFINED, longs(2, 3)))
        .gives(floats(3, 8, 3));

    assertThat(operands(program()).get(0).get(1))
        .isEqualTo(
            new Operand.TensorList(List.of(new Operand.Constant(new TraceValue.None()), read(1))));
  }

  @Test
  void elementsOfAReturnedListAreTensors() {
    TraceTensor x = floats(1, 8);
    json.call("aten::split.Tensor(Tensor(a -> *) self, SymInt size) -> Tensor(a)[]")
        .takes(x, 4L)
        .gives(List.of(x.view(2, 4), x.view(3, 4).at(4)));
    json.call(RELU).takes(x.view(3, 4).at(4)).gives(floats(5, 4));

    ReplayProgram program = program();

    assertThat(results(program).get(0))
        .containsExactly(new Result.Elements(List.of(new Result.Dropped(), new Result.Slot(2))));
    assertThat(operands(program).get(1)).containsExactly(last(2));
  }

  @Test
  void tensorsWithoutElementsShareNothing() {
    // All of them may lie at address 0.
    TraceTensor empty = floats(1, 0).on(0);
    json.call("aten::cat(Tensor[] tensors, int dim=0) -> Tensor")
        .takes(List.of(empty, floats(2, 0, 4).on(0), floats(3, 8)), 0L)
        .gives(floats(4, 8));
    json.call(RELU).takes(empty).gives(floats(5, 0).on(0));

    ReplayProgram program = program();

    assertThat(program.storages()).extracting(Storage::elements).containsExactly(0L, 0L, 8L);
    assertThat(operands(program).get(1)).containsExactly(read(0));
  }

  @Test
  void ofSeveralUsesInOneCallOnlyTheLastEmptiesTheSlot() {
    TraceTensor y = floats(2, 8);
    json.call(RELU).takes(floats(1, 8)).gives(y);
    json.call(ADD).takes(y, y, 1L).gives(floats(3, 8));
    json.call("aten::cat(Tensor[] tensors, int dim=0) -> Tensor")
        .takes(List.of(floats(3, 8), floats(3, 8), floats(3, 8)), 0L)
        .gives(floats(4, 24));

    assertThat(operands(program()).get(1)).startsWith(read(1), last(1));
    assertThat(operands(program()).get(2))
        .startsWith(new Operand.TensorList(List.of(read(2), read(2), last(2))));
  }

  @Test
  void aTensorWrittenForTheLastTimeIsFreed() {
    TraceTensor y = floats(2, 8);
    json.call(RELU).takes(floats(1, 8)).gives(y);
    json.call(ADD_IN_PLACE).takes(y, floats(1, 8), 1L).gives(y);

    assertThat(operands(program()).get(1)).startsWith(last(1), read(0));
  }

  @Test
  void aResultThatNobodyUsesIsDropped() {
    json.call("aten::max.dim(Tensor self, int dim) -> (Tensor values, Tensor indices)")
        .takes(floats(1, 8, 8), 1L)
        .gives(floats(2, 8), longs(3, 8));
    json.call(RELU).takes(floats(2, 8)).gives(floats(4, 8));

    assertThat(results(program()))
        .containsExactly(
            List.of(new Result.Slot(1), new Result.Dropped()), List.of(new Result.Dropped()));
  }

  @Test
  void whatExistsBeforeTheStepIsNeverFreed() {
    json.call(RELU).takes(floats(1, 8)).gives(floats(2, 8));
    json.call(ADD_IN_PLACE).takes(floats(5, 8), floats(2, 8), 1L).gives(floats(5, 8));

    assertThat(operands(program()).get(0)).containsExactly(read(0));
    assertThat(operands(program()).get(1)).startsWith(written(2), last(1));
  }

  @Test
  void aTraceWithoutStridesIsReadAsContiguous() {
    json.schema("1.0.1").call(RELU).takes(floats(1, 2, 3)).gives(floats(2, 2, 3));

    assertThat(program().slots().get(0).strides()).containsExactly(3, 1);
  }

  @Test
  void anOperatorWithoutArgumentsIsACall() {
    json.call("aten::div() -> Tensor").gives(floats(1, 8));
    json.call("aten::manual_seed()");

    assertThat(operands(program())).containsExactly(List.of(), List.of());
  }

  @Test
  void amongManyViewsOfOneStorageEachIsFoundAgain() {
    TraceTensor flat = floats(1, 400).on(7);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 40; i++) {
        TraceTensor view = flat.view(100 + 40 * round + i, 10).at(10 * i);
        json.call(RELU).takes(view).gives(floats(3, 10));
      }
    }

    List<List<Operand>> operands = operands(program());

    assertThat(operands.subList(40, 80)).isEqualTo(operands.subList(0, 40)).doesNotHaveDuplicates();
  }

  @Test
  void amongManyViewsOneThatChangesInPlaceIsFoundByItsNewLayout() {
    TraceTensor flat = floats(1, 400).on(7);
    for (int i = 0; i < 40; i++) {
      json.call(RELU).takes(flat.view(100 + i, 2, 5).at(10 * i)).gives(floats(3, 2, 5));
    }
    TraceTensor again = flat.view(200, 2, 5).at(70);
    TraceTensor transposed = flat.view(200, 5, 2).at(70).strides(1, 5);
    json.call("aten::t_(Tensor(a!) self) -> Tensor(a!)").takes(again).gives(transposed);
    json.call(RELU).takes(flat.view(300, 5, 2).at(70).strides(1, 5)).gives(floats(3, 5, 2));

    List<List<Operand>> operands = operands(program());

    assertThat(operands.get(40)).isEqualTo(List.of(written(14)));
    assertThat(operands.get(41)).isEqualTo(List.of(read(14)));
  }

  @Test
  void tensorsInListsOfListsAreTensors() {
    TraceTensor x = floats(1, 8);
    TraceTensor y = floats(2, 8);
    json.call(RELU).takes(x).gives(y);
    json.call("calque::nested(Tensor[][] pairs) -> (Tensor[][])")
        .takes(List.of(List.of(y, x), Arrays.asList(UNDEFINED, y)))
        .gives(List.of(List.of(floats(3, 8)), List.of(floats(4, 8))));
    json.call(RELU).takes(floats(4, 8)).gives(floats(5, 8));

    ReplayProgram program = program();

    assertThat(operands(program).get(1))
        .containsExactly(
            new Operand.TensorList(
                List.of(
                    new Operand.TensorList(List.of(read(1), read(0))),
                    new Operand.TensorList(
                        List.of(new Operand.Constant(new TraceValue.None()), last(1))))));
    assertThat(results(program).get(1))
        .containsExactly(
            new Result.Elements(
                List.of(
                    new Result.Elements(List.of(new Result.Dropped())),
                    new Result.Elements(List.of(new Result.Slot(3))))));
    assertThat(operands(program).get(2)).containsExactly(last(3));
  }

  @Test
  void aTensorPutOnAnotherStorageSharesThatOne() {
    TraceTensor moved = floats(1, 8);
    TraceTensor source = floats(2, 8);
    TraceTensor after = moved.on(source.storage());
    TraceJson.Node set =
        json.call("aten::set_.source_Tensor(Tensor(a!) self, Tensor source) -> Tensor(a!)")
            .takes(moved, source)
            .gives(after);
    // What it calls takes the storage itself, which a trace does not name.
    json.call("aten::set_.source_Storage(Tensor(a!) self, Storage source) -> Tensor(a!)")
        .takes(moved, "<Storage>")
        .gives(after)
        .inside(set);
    json.call(RELU).takes(after).gives(floats(3, 8));
    json.call(RELU).takes(source).gives(floats(4, 8));

    ReplayProgram program = program();

    assertThat(program.storages()).hasSize(2);
    assertThat(program.storageOf().get(2)).isEqualTo(program.storageOf().get(1));
    assertThat(operands(program).get(1)).containsExactly(last(2));
  }

  @Test
  void aTensorPutOnAStorageThatATraceDoesNotNameIsFoundByItsNextUse() {
    TraceTensor moved = floats(1, 8);
    TraceTensor source = floats(2, 8);
    json.call("aten::set_.source_Storage(Tensor(a!) self, Storage source) -> Tensor(a!)")
        .takes(moved, "<Storage>")
        .gives(moved.on(source.storage()));
    json.call(RELU).takes(moved.on(source.storage())).gives(floats(3, 8));
    json.call(RELU).takes(source).gives(floats(4, 8));

    ReplayProgram program = program();

    assertThat(program.storages()).hasSize(1);
    assertThat(program.calls()).hasSize(2);
    assertThat(program.remarks())
        .containsExactly(new Remark("left-out", "aten::set_.source_Storage", 1));
  }

  @Test
  void whatLiesOnMemoryThatATensorHasLeftIsNotMadeFromThatTensor() {
    TraceTensor x = floats(1, 8);
    TraceTensor y = floats(2, 8);
    TraceTensor part = y.view(3, 4);
    json.call(RELU).takes(x).gives(y);
    json.call(VIEW).takes(y, List.of(4L)).gives(part);
    json.call("aten::resize_(Tensor(a!) self, SymInt[] size) -> Tensor(a!)")
        .takes(y, List.of(16L))
        .gives(floats(2, 16).on(5000));
    json.call(RELU).takes(y.view(4, 2)).gives(floats(5, 2));
    json.call(RELU).takes(part).gives(floats(6, 4));

    Step.Alias alias = (Step.Alias) program().steps().get(3);

    assertThat(alias.base().slot()).isEqualTo(2);
  }

  @Test
  void anOutputThatGrowsOnItsOwnMemoryStaysThatTensor() {
    TraceTensor empty = floats(1, 0).on(7);
    TraceTensor grown = floats(1, 8).on(7);
    json.call("aten::neg.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)")
        .takes(floats(2, 8), empty)
        .gives(grown);
    json.call(RELU).takes(grown).gives(floats(3, 8));

    ReplayProgram program = program();

    assertThat(operands(program).get(1)).containsExactly(read(1));
    assertThat(program.storages()).extracting(Storage::elements).containsExactly(8L, 8L);
  }

  @Test
  void twoElementTypesAtOneAddressAreOneStorageIfTheFirstTensorIsUsedAgain() {
    TraceTensor words = floats(1, 8).type("int");
    TraceTensor bytes = words.view(2, 32).type("unsigned char");
    json.call(RELU).takes(words).gives(floats(3, 8));
    json.call(RELU).takes(bytes).gives(floats(4, 32));
    json.call(RELU).takes(words).gives(floats(5, 8));

    assertThat(program().storages()).hasSize(1);
    assertThat(program().storages().get(0).bytes()).isEqualTo(32);
  }

  @Test
  void twoElementTypesAtOneAddressAreTwoStoragesIfTheFirstTensorIsNotUsedAgain() {
    TraceTensor image = floats(1, 8);
    TraceTensor labels = image.view(2, 4).type("long int");
    json.call(RELU).takes(image).gives(floats(3, 8));
    json.call(RELU).takes(labels).gives(floats(4, 4));

    assertThat(program().storages()).hasSize(2);
  }

  @Test
  void aTensorAtTheAddressOfANumberIsAnother() {
    json.call("aten::mul.Tensor(Tensor self, Tensor other) -> Tensor")
        .takes(floats(1, 8), floats(2).on(77).type("double"))
        .gives(floats(3, 8));
    json.call(RELU).takes(floats(4, 100).on(77).type("double")).gives(floats(5, 100));

    assertThat(program().storages()).extracting(Storage::elements).containsExactly(8L, 1L, 100L);
  }

  @Test
  void tensorsWithoutMemoryShareNone() {
    // A sparse tensor has no storage of its own.
    json.call(ADD).takes(floats(1, 8).on(0), floats(2, 8).on(0), 1L).gives(floats(3, 8));
    json.call(RELU).takes(floats(1, 8).on(0)).gives(floats(4, 8));

    assertThat(program().storages()).hasSize(2);
  }
}
