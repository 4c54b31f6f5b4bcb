package org.calque.runtime.torch;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.calque.runtime.Call;
import org.calque.runtime.Checkpoint;
import org.calque.runtime.DataType;
import org.calque.runtime.Layout;
import org.calque.runtime.Operand;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Result;
import org.calque.runtime.Session;
import org.calque.runtime.SessionOptions;
import org.calque.runtime.Slot;
import org.calque.runtime.Support;
import org.calque.runtime.TensorInfo;
import org.calque.runtime.UnsupportedOperatorException;
import org.calque.runtime.ValueCounts;
import org.calque.runtime.Values;
import org.calque.runtime.linux.Malloc;
import org.calque.runtime.linux.MemoryGrant;

/**
 * A frame of LibTorch tensors and the calls bound to it. A trace records what autograd ran, so
 * nothing is to be recorded again: no tensor requires a gradient, operators are called below
 * autograd, and gradient mode is off for the session's thread unless the recorded step had it on.
 */
final class TorchSession implements Session {
  private final Frame frame;
  private final LastingTensors lasting;
  private final ArgumentStack stack = new ArgumentStack();
  private final Constants constants = new Constants();
  private final MemoryGrant memory;
  private final Map<String, TorchOperator> operators = new HashMap<>();
  private final List<TorchCall> calls = new ArrayList<>();
  private final List<TorchCheckpoint> checkpoints = new ArrayList<>();
  private final Autograd autograd;
  private final TorchLibrary library;
  private final Placement placement;
  private final DeviceClock clock;
  private final List<StandIn> standIns = new ArrayList<>();
  private boolean closed;

  TorchSession(TorchLibrary library, SessionOptions options, TorchDevice device) {
    Malloc.apply(options.allocator());
    library.limitThreads(options.threads());
    torch.manual_seed(options.seed());
    this.library = library;
    placement = new Placement(device, options.types());
    clock = DeviceClock.of(options.device());
    memory = new MemoryGrant(clock::freeBytes);
    frame = new Frame(options.slots(), Composition.CAPACITY);
    lasting = new LastingTensors(options.slots(), () -> calls.forEach(TorchCall::letGo));
    autograd = new Autograd();
  }

  @Override
  public void allocate(int slot, DataType type, long storageElements, Layout layout) {
    requireOpen();
    if (layout.extent() > storageElements) {
      throw new ReplayException(
          "a tensor of "
              + layout
              + " does not fit on a storage of "
              + storageElements
              + " elements");
    }
    memory.take((double) storageElements * placement.type(type).bytes());
    Operand dtype = Operand.number(type.code());
    Operand device = Operand.device(placement.recordedDevice(slot));
    if (layout.offset() == 0 && layout.extent() == storageElements) {
      once(
          "aten::empty_strided",
          List.of(
              Operand.ints(layout.sizes()),
              Operand.ints(layout.strides()),
              dtype,
              Operand.none(),
              device),
          slot);
    } else {
      once(
          "aten::empty.memory_format",
          List.of(Operand.ints(storageElements), dtype, Operand.none(), device),
          slot);
      once("aten::as_strided", asStrided(Operand.slot(slot), layout), slot);
    }
    lasting.given(slot);
  }

  @Override
  public void view(int slot, int base, Layout layout) {
    requireOpen();
    frame.tensor(base);
    once("aten::as_strided", asStrided(Operand.slot(base), layout), slot);
    lasting.given(slot);
  }

  @Override
  public void view(int slot, int base, DataType type, Layout layout) {
    requireOpen();
    Layout whole = WholeStorage.layout(frame.tensor(base), placement.type(type));
    view(slot, base, whole);
    once("aten::view.dtype", List.of(Operand.last(slot), Operand.number(type.code())), slot);
    view(slot, slot, layout);
  }

  @Override
  public void number(int slot, DataType type, double value) {
    placement.keepOnHost(slot);
    allocate(slot, type, 1, new Layout(new long[0], new long[0], 0));
    fill(slot, Values.fill(value), 0);
    frame.tensor(slot).unsafeGetTensorImpl().set_wrapped_number(true);
  }

  @Override
  public void fill(int slot, Values values, long seed) {
    requireOpen();
    Filling.fill(frame.tensor(slot), values, seed);
  }

  @Override
  public Call bind(String operator, List<Operand> operands, List<Result> results) {
    Optional<Equivalent> equivalent = library.equivalent(operator, placement.device());
    return equivalent.isPresent()
        ? bind(equivalent.get(), new Given(operator, operands), results)
        : bindItself(operator, operands, results);
  }

  private Call bind(Equivalent equivalent, Given given, List<Result> results) {
    if (!equivalent.sized()) {
      return compose(equivalent, given, results, Composition.Sizes.UNKNOWN);
    }
    equivalent.operators().forEach(this::found);
    lasting.bound(given.operands(), results);
    return new SizedCall(
        () -> compose(equivalent, given, results, slot -> frame.tensor(slot.index()).shape()));
  }

  private Call compose(
      Equivalent equivalent, Given given, List<Result> results, Composition.Sizes sizes) {
    requireOpen();
    Composition composition = new Composition(given, results, sizes);
    equivalent.calls().accept(composition);
    List<Composition.Step> steps = composition.steps();
    List<Call> sequence = new ArrayList<>();
    List<Slot> forgotten = new ArrayList<>(Operand.lastUses(given.operands()));
    for (Composition.Step step : steps) {
      sequence.add(bindItself(step.operator(), step.operands(), step.results()));
      forgotten.removeAll(Operand.lastUses(step.operands()));
    }
    if (!forgotten.isEmpty()) {
      lasting.bound(List.copyOf(forgotten), List.of());
      sequence.add(new Release(frame, forgotten));
    }
    if (sequence.size() == 1 && composition.kept().isEmpty()) {
      return sequence.get(0);
    }
    List<IValue> moves = new ArrayList<>();
    composition
        .kept()
        .forEach(
            (to, from) -> {
              lasting.bound(List.of(), List.of(Operand.slot(to)));
              moves.add(frame.place(to));
              moves.add(frame.place(from));
            });
    return new CallSequence(given.operator(), sequence, moves, frame::clearScratch);
  }

  private TorchCall bindItself(String operator, List<Operand> operands, List<Result> results) {
    TorchCall call = bindUntracked(operator, operands, results);
    calls.add(call);
    lasting.bound(operands, results);
    return call;
  }

  @Override
  public Call bindView(int slot, Slot base, Layout layout) {
    return bind("aten::as_strided", asStrided(base, layout), List.of(Operand.slot(slot)));
  }

  @Override
  public Call bindRelease(Operand tensors) {
    requireOpen();
    return new Release(frame, ((Operand.Tensors) tensors).elements());
  }

  private static List<Operand> asStrided(Slot base, Layout layout) {
    return List.of(
        base,
        Operand.ints(layout.sizes()),
        Operand.ints(layout.strides()),
        Operand.number(layout.offset()));
  }

  private void once(String operator, List<Operand> operands, int slot) {
    TorchCall call = bindUntracked(operator, operands, List.of(Operand.slot(slot)));
    try {
      call.run();
    } finally {
      call.free();
    }
    checkpoints.forEach(checkpoint -> checkpoint.remember(slot));
  }

  private TorchCall bindUntracked(String operator, List<Operand> operands, List<Result> results) {
    requireOpen();
    TorchOperator found = found(operator);
    Arguments arguments =
        ArgumentBinding.bind(found, operands, frame, lasting, stack, constants, placement);
    try {
      return new TorchCall(found, stack, arguments, Results.bind(found, results, frame, stack));
    } catch (RuntimeException e) {
      arguments.free();
      throw e;
    }
  }

  private TorchOperator found(String name) {
    return operators.computeIfAbsent(name, this::find);
  }

  private TorchOperator find(String name) {
    Optional<TorchOperator> found = TorchOperator.find(name);
    Support support = library.supportOf(found, placement.device());
    if (support.kind() == Support.Kind.IMPOSSIBLE) {
      throw new UnsupportedOperatorException(name, support.note());
    }
    return found.orElseThrow();
  }

  @Override
  public Call bindStandIn(int slot, DataType type, Layout layout, Values values, long seed) {
    requireOpen();
    lasting.bound(List.of(), List.of(Operand.slot(slot)));
    StandIn call =
        new StandIn(
            frame,
            slot,
            () -> {
              allocate(slot, type, layout.extent(), layout);
              fill(slot, values, seed);
            });
    standIns.add(call);
    return call;
  }

  @Override
  public void hostTensors(long... slots) {
    requireOpen();
    placement.hostTensors(slots);
  }

  @Override
  public void started() {
    clock.started();
  }

  @Override
  public void finished() {
    clock.finished();
  }

  @Override
  public void expectGradients() {
    requireOpen();
    // oneDNN's recurrent layers look at gradient mode, and return no workspace where it is off.
    autograd.expectGradients();
  }

  @Override
  public TensorInfo describe(int slot) {
    requireOpen();
    Tensor tensor = frame.tensorOrNull(slot);
    return tensor == null ? null : Inspection.describe(tensor);
  }

  @Override
  public double[] read(int slot) {
    requireOpen();
    return Inspection.read(frame.tensor(slot));
  }

  @Override
  public ValueCounts count(int slot) {
    requireOpen();
    Tensor tensor = frame.tensorOrNull(slot);
    return tensor == null ? ValueCounts.NONE : Inspection.count(tensor);
  }

  @Override
  public Checkpoint checkpoint(int... written) {
    requireOpen();
    TorchCheckpoint checkpoint = TorchCheckpoint.of(frame, memory, clock, written);
    checkpoints.add(checkpoint);
    return checkpoint;
  }

  private void requireOpen() {
    if (closed) {
      throw new ReplayException("the session is closed");
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    calls.forEach(TorchCall::free);
    standIns.forEach(StandIn::free);
    checkpoints.forEach(TorchCheckpoint::free);
    constants.free();
    stack.free();
    frame.free();
    autograd.close();
    clock.close();
  }
}
