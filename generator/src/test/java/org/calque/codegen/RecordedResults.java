package org.calque.codegen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.calque.replay.ReplayProgram;
import org.calque.replay.TensorSlot;
import org.calque.runtime.Engine;
import org.calque.runtime.Replay;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Result;
import org.calque.runtime.Session;
import org.calque.runtime.SessionOptions;
import org.calque.runtime.Slot;
import org.calque.runtime.TensorInfo;
import org.calque.runtime.Workload;

/**
 * The check that a replay does what was recorded: each tensor that exists before the step or that a
 * call returns has the recorded type, sizes and strides, and shares memory with those it should.
 */
final class RecordedResults {
  private final ReplayProgram program;
  private final Session session;
  private final SharedStorages storages;
  private final List<String> differences = new ArrayList<>();
  private int compared;

  private RecordedResults(ReplayProgram program, Session session) {
    this.program = program;
    this.session = session;
    storages = new SharedStorages(program, session);
  }

  /** Runs a workload that was generated from {@code program}. */
  static RecordedResults of(Workload workload, ReplayProgram program, int steps) {
    SessionOptions options = new SessionOptions(program.slots().size(), 1, 7);
    try (workload) {
      Replay replay = Replay.on(Engine.find(), program.workload(), options);
      RecordedResults results = new RecordedResults(program, replay.session());
      replay.wrap(
          (operator, places, call) ->
              () -> {
                call.run();
                places.forEach(place -> results.compare(operator, place));
              });
      try {
        workload.bind(replay);
        results.checkWhatExistsBefore();
        for (int step = 0; step < steps; step++) {
          workload.step();
        }
      } catch (ReplayException e) {
        results.differences.add(e.getMessage());
      }
      return results;
    }
  }

  /** What is not as recorded, one line for each tensor or failed call. */
  List<String> differences() {
    return differences;
  }

  /** Results looked at. */
  int compared() {
    return compared;
  }

  private void checkWhatExistsBefore() {
    program.storages().stream()
        .flatMap(storage -> storage.slots().stream())
        .forEach(slot -> check("before the step", slot));
  }

  private void compare(String operator, Result place) {
    if (place instanceof Result.Slots list) {
      list.elements().forEach(element -> compare(operator, element));
    } else if (place instanceof Slot slot) {
      compared++;
      check(operator, slot.index());
    }
  }

  private void check(String operator, int slot) {
    TensorSlot recorded = program.slots().get(slot);
    TensorInfo found = session.describe(slot);
    if (found == null || !sameTensor(found, recorded)) {
      differences.add(
          operator
              + ": slot "
              + slot
              + " is "
              + found
              + ", recorded is "
              + recorded.shape()
              + " strides "
              + Arrays.toString(recorded.strides())
              + " offset "
              + recorded.offset());
    }
    storages.problem(slot).ifPresent(problem -> differences.add(operator + ": " + problem));
  }

  private static boolean sameTensor(TensorInfo found, TensorSlot recorded) {
    if (!found.type().name().equals(recorded.type().name())
        || !Arrays.equals(found.layout().sizes(), recorded.sizes())
        || found.layout().offset() != recorded.offset()) {
      return false;
    }
    // Strides of dimensions of one element, and of tensors without elements, lead nowhere.
    for (int i = 0; recorded.elements() > 0 && i < recorded.sizes().length; i++) {
      if (recorded.sizes()[i] > 1 && found.layout().strides()[i] != recorded.strides()[i]) {
        return false;
      }
    }
    return true;
  }
}
