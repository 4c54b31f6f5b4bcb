package org.calque.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Predicate;

/**
 * What a generated class builds its step with: tensors, then calls. Binding goes on past an
 * operator that the engine cannot bind, so that {@link #ready} can name all of them at once.
 *
 * <pre>{@code
 * Replay replay = Replay.open("mlp_train", 41, options, AllocatorSettings.NONE);
 * replay.tensor(0, DataType.FLOAT32, sizes(8, 16), strides(16, 1), uniform(-0.25, 0.25));
 * Call relu = replay.operator("aten::relu", last(0)).to(slot(1));
 * replay.ready();
 * relu.run();
 * }</pre>
 */
public final class Replay implements AutoCloseable {
  /** Every materialised storage is filled from this seed and its own position. */
  private static final long SEED = 20_230_617;

  private static final Call UNBOUND = () -> {};

  private final String workload;
  private final Session session;
  private final Pace pace;
  private final Lookups lookups;
  private final Runnable onBound;
  private final FirstUse firstUse;
  private final Predicate<String> leftOut;
  private final List<Contents> state = new ArrayList<>();
  private final Map<String, Integer> unsupported = new LinkedHashMap<>();
  private Wrapper wrapper = (operator, results, call) -> call;
  private LongLists lists;
  private RecordedSlots slots;
  private long[] gaps = {};
  private int bound;

  private record Contents(int slot, Values values) {}

  /** Sees each call as it is bound and may put another in its place; for checks. */
  @FunctionalInterface
  public interface Wrapper {
    /** The call to run in place of the bound one. */
    Call wrap(String operator, List<Result> results, Call call);
  }

  private Replay(
      String workload, Session session, ReplayOptions options, Predicate<String> leftOut) {
    this.workload = workload;
    this.leftOut = leftOut;
    this.session = session;
    pace = options.pace();
    lookups = options.lookups();
    onBound = options.onBound();
    firstUse = new FirstUse(options.lazy());
  }

  /**
   * Opens a session of the engine on the class path.
   *
   * @param workload name, for messages
   * @param slots size of the frame
   * @param options what the user chose
   * @param recorded settings of the allocator that the recording ran with
   */
  public static Replay open(
      String workload, int slots, ReplayOptions options, AllocatorSettings recorded) {
    Engine engine = Engine.find();
    Device device = engine.device(options.device());
    SessionOptions settings =
        new SessionOptions(
            slots,
            options.threads(),
            SEED,
            options.allocator().settings(recorded),
            device,
            options.types());
    // One that coverage counts is never left out, even where its operands do not suit the engine.
    Predicate<String> leftOut =
        options.uncovered() == Uncovered.SKIPPED
            ? operator -> engine.support(operator, device).kind() == Support.Kind.IMPOSSIBLE
            : operator -> false;
    return new Replay(workload, engine.open(settings), options, leftOut);
  }

  /** Opens a session of the given engine. */
  public static Replay on(Engine engine, String workload, SessionOptions options) {
    return new Replay(
        workload, engine.open(options), ReplayOptions.of(options.threads()), operator -> false);
  }

  /** Puts every call bound from now on through {@code wrapper}. */
  public void wrap(Wrapper newWrapper) {
    wrapper = newWrapper;
  }

  /** Says that the recorded step computed gradients; see {@link Session#expectGradients}. */
  public void expectGradients() {
    session.expectGradients();
  }

  /** Materialises a tensor that the step only reads, alone on a storage that it fills. */
  public void tensor(int slot, DataType type, long[] sizes, long[] strides, Values values) {
    Layout layout = new Layout(sizes, strides, 0);
    storage(slot, type, layout.extent(), layout, values);
  }

  /** Materialises a storage that the step only reads, with its first tensor. */
  public void storage(int slot, DataType type, long storageElements, Layout layout, Values values) {
    firstUse.allocate(
        slot,
        () -> {
          session.allocate(slot, type, storageElements, layout);
          fill(slot, values);
        });
  }

  private void fill(int slot, Values values) {
    session.fill(slot, values.drawn(lookups), SEED + slot);
  }

  /** Materialises a tensor that the step writes; {@link #reset} gives it its values again. */
  public void state(int slot, DataType type, long[] sizes, long[] strides, Values values) {
    tensor(slot, type, sizes, strides, values);
    keep(slot, values);
  }

  /** Materialises a storage that the step writes, with its first tensor. */
  public void stateStorage(
      int slot, DataType type, long storageElements, Layout layout, Values values) {
    storage(slot, type, storageElements, layout, values);
    keep(slot, values);
  }

  private void keep(int slot, Values values) {
    firstUse.allocate(slot, () -> state.add(new Contents(slot, values)));
  }

  /** Puts a number that was passed as a tensor into a slot. */
  public void number(int slot, DataType type, double value) {
    firstUse.allocate(slot, () -> session.number(slot, type, value));
  }

  /** Puts a further tensor on a materialised storage. */
  public void view(int slot, int base, Layout layout) {
    firstUse.view(slot, base, () -> session.view(slot, base, layout));
  }

  /** Puts a further tensor on a materialised storage that sees its bytes as another type. */
  public void view(int slot, int base, DataType type, Layout layout) {
    firstUse.view(slot, base, () -> session.view(slot, base, type, layout));
  }

  /** Finds the resources of a generated class, which are read when they are needed. */
  public void resources(Class<?> generated) {
    lists = new LongLists(generated);
    slots = new RecordedSlots(generated);
  }

  /** A list that is too long for the source of the generated class. */
  public Operand list(String name) {
    return lists.get(name);
  }

  /**
   * Sets how long the original's host was busy with something else before each operator.
   *
   * @param list name of a list of the generated class: nanoseconds for each call, in the order in
   *     which calls are bound
   */
  public void gaps(String list) {
    if (pace == Pace.RECORDED) {
      gaps = lists.integers(list);
    }
  }

  private Call bound(String operator, List<Operand> operands, List<Result> results, Call call) {
    long gap = bound < gaps.length ? gaps[bound] : 0;
    bound++;
    Call wrapped = wrapper.wrap(operator, results, firstUse.before(call, operands));
    return gap > 0 ? new PacedCall(gap, wrapped) : wrapped;
  }

  /** An operator call, bound when its results are named. */
  public Binding operator(String operator, Operand... operands) {
    return new Binding(operator, List.of(operands));
  }

  /**
   * A tensor that the trace shows on a known storage without an operator that made it, such as a
   * tensor that autograd unpacked.
   */
  public Call alias(int slot, Slot base, Layout layout) {
    return bound(
        "alias", List.of(base), List.of(Operand.slot(slot)), session.bindView(slot, base, layout));
  }

  /** Empties slots whose tensors the original kept beyond their last use. */
  public Call release(Operand tensors) {
    return bound("release", List.of(tensors), List.of(), session.bindRelease(tensors));
  }

  /**
   * Ends binding, and allocates what exists before the step.
   *
   * @throws ReplayException if operators could not be bound, naming each with its count, or if
   *     memory does not suffice
   */
  public void ready() {
    requireSupport();
    onBound.run();
    firstUse.bound();
  }

  private void requireSupport() {
    if (unsupported.isEmpty()) {
      return;
    }
    StringJoiner names = new StringJoiner("; ");
    unsupported.forEach((reason, count) -> names.add(reason + " (" + count + " calls)"));
    int missing = unsupported.values().stream().mapToInt(Integer::intValue).sum();
    throw new ReplayException(
        workload
            + ": "
            + missing
            + " of "
            + (bound + missing)
            + " operator calls cannot be replayed by this engine: "
            + names);
  }

  /**
   * Says that the recording ran on another device than the processor: what it has on {@code cpu}
   * stays there.
   *
   * @param list name of a list of the generated class: the slots of such tensors
   */
  public void hostTensors(String list) {
    session.hostTensors(lists.integers(list));
  }

  /** Says that what runs from here on is measured; the device may still have work from before. */
  public void started() {
    session.started();
  }

  /** Waits until the device has done everything since {@link #started}, and notes its time. */
  public void finished() {
    session.finished();
  }

  /** Gives everything that the step has written the values it started with. */
  public void reset() {
    for (Contents contents : state) {
      fill(contents.slot(), contents.values());
    }
  }

  /**
   * Remembers all live tensors, so that one phase can be run again and again.
   *
   * @param written slots whose storages the phase writes
   */
  public Checkpoint checkpoint(int... written) {
    firstUse.now(written);
    return session.checkpoint(written);
  }

  /** The session, for checks. */
  public Session session() {
    return session;
  }

  @Override
  public void close() {
    session.close();
  }

  /** Does to slots what an operator would have done, and nothing else. */
  private Call skipped(List<Operand> operands, Result... results) {
    List<Call> calls = new ArrayList<>();
    List<Slot> freed = Operand.lastUses(operands);
    if (!freed.isEmpty()) {
      calls.add(session.bindRelease(new Operand.Tensors(List.copyOf(freed))));
    }
    for (Result result : results) {
      standIn(result, calls);
    }
    return () -> calls.forEach(Call::run);
  }

  private void standIn(Result result, List<Call> calls) {
    if (result instanceof Slot slot) {
      RecordedSlots.Tensor recorded = slots.get(slot.index());
      calls.add(
          session.bindStandIn(
              slot.index(),
              recorded.type(),
              recorded.layout(),
              recorded.values(),
              SEED + slot.index()));
    } else if (result instanceof Result.Slots list) {
      list.elements().forEach(element -> standIn(element, calls));
    }
  }

  /** An operator with its operands, waiting for the places of its results. */
  public final class Binding {
    private final String operator;
    private final List<Operand> operands;

    private Binding(String operator, List<Operand> operands) {
      this.operator = operator;
      this.operands = operands;
    }

    /** Binds the call; without results all are dropped. */
    public Call to(Result... results) {
      try {
        List<Result> places = List.of(results);
        return bound(operator, operands, places, session.bind(operator, operands, places));
      } catch (UnsupportedOperatorException e) {
        if (leftOut.test(operator)) {
          return bound(operator, operands, List.of(results), skipped(operands, results));
        }
        unsupported.merge(e.getMessage(), 1, Integer::sum);
        return UNBOUND;
      }
    }
  }
}
