package org.calque.runtime.torch;

import static org.calque.runtime.Operand.flag;
import static org.calque.runtime.Operand.number;

import java.util.ArrayList;
import java.util.List;
import org.calque.runtime.Operand;
import org.calque.runtime.Slot;

/** Recurrent layers of cuDNN and MIOpen, and the fused cells of CUDA. */
final class RecurrentEquivalents {
  /** Layers by their number in cuDNN. */
  private static final List<String> LAYERS =
      List.of(
          "aten::rnn_relu.input", "aten::rnn_tanh.input", "aten::lstm.input", "aten::gru.input");

  private static final int LSTM = 2;
  private static final String CHUNK = "aten::chunk";
  private static final String MULTIPLY = "aten::mul.Tensor";
  private static final String SIGMOID_SLOPE = "aten::sigmoid_backward";
  private static final String TANH_SLOPE = "aten::tanh_backward";

  private RecurrentEquivalents() {}

  static void addTo(EquivalentTable table) {
    table.exact("aten::_cudnn_rnn", LAYERS, to -> layers(to, 4, 9));
    table.exact("aten::miopen_rnn", LAYERS, to -> layers(to, 3, 7));
    table.impossible(
        "aten::_cudnn_rnn_backward aten::miopen_rnn_backward",
        "needs what the forward pass of that library reserves, which no layer of the CPU gives out");
    table.exact(
        "aten::_thnn_fused_lstm_cell", List.of(CHUNK, MULTIPLY), RecurrentEquivalents::lstmCell);
    table.exact(
        "aten::_thnn_fused_lstm_cell_backward_impl",
        List.of(CHUNK, SIGMOID_SLOPE, TANH_SLOPE, "aten::cat"),
        to -> {
          List<Slot> made = lstmCellBackward(to);
          to.returns(made.get(0), made.get(1), made.get(2));
        });
    table.exact(
        "aten::_thnn_fused_lstm_cell_backward",
        List.of(CHUNK, SIGMOID_SLOPE, TANH_SLOPE, "aten::cat"),
        to -> {
          List<Slot> made = lstmCellBackward(to);
          Slot bias = made.get(2);
          to.returns(made.get(0), again(to, made.get(0)), made.get(1), bias, again(to, bias));
        });
    table.exact(
        "aten::_thnn_fused_gru_cell", List.of(CHUNK, MULTIPLY), RecurrentEquivalents::gruCell);
    table.exact(
        "aten::_thnn_fused_gru_cell_backward",
        List.of(CHUNK, SIGMOID_SLOPE, TANH_SLOPE, "aten::cat"),
        RecurrentEquivalents::gruCellBackward);
  }

  /** The state stands before the kind of layer; of an LSTM, that of its cells follows it. */
  private static void layers(Composition to, int state, int count) {
    Given given = to.given();
    if (!given.list(count + 5).isEmpty()) {
      throw given.refused("has sequences of several lengths, whose batch sizes are no tensor here");
    }
    int kind = Math.toIntExact(given.integer(state + 2, LSTM));
    // Two weights for each layer without biases, four with; one more where states are projected.
    boolean biases = given.integer(2, 0) >= 4;
    List<Operand> operands = new ArrayList<>();
    operands.add(to.at(0));
    operands.add(kind == LSTM ? Operand.tensors(to.at(state), to.at(state + 1)) : to.at(state));
    operands.add(to.at(1));
    operands.add(flag(biases));
    operands.addAll(given.pick(count, count + 2, count + 3, count + 4, count + 1));
    List<Slot> made =
        to.calls(kind == LSTM ? 3 : 2, LAYERS.get(kind), operands.toArray(Operand[]::new));
    to.returns(made.toArray(Slot[]::new));
  }

  /** Both gates and both biases, in a tensor of its own. */
  private static Slot gates(Composition to) {
    Slot gates = to.call("aten::add.Tensor", to.at(0), to.at(1));
    for (int bias = 3; bias <= 4; bias++) {
      if (to.given().has(bias)) {
        gates = to.call("aten::add_.Tensor", gates, to.at(bias));
      }
    }
    return gates;
  }

  /** The gates in place of their sums are what the backward pass takes. */
  private static void lstmCell(Composition to) {
    Slot gates = gates(to);
    List<Slot> parts = to.callList(4, CHUNK, gates, number(4), number(1));
    Slot in = to.call("aten::sigmoid_", parts.get(0));
    Slot forget = to.call("aten::sigmoid_", parts.get(1));
    Slot cell = to.call("aten::tanh_", parts.get(2));
    Slot out = to.call("aten::sigmoid_", parts.get(3));
    Slot kept = to.call(MULTIPLY, forget, to.at(2));
    Slot cells = to.call("aten::addcmul_", kept, in, cell);
    Slot hidden = to.call("aten::mul_.Tensor", to.call("aten::tanh", cells), out);
    to.returns(hidden, cells, gates);
  }

  /** Gradients of the gates, of the cells before, and of a bias or {@code null}. */
  private static List<Slot> lstmCellBackward(Composition to) {
    Given given = to.given();
    List<Slot> parts = to.callList(4, CHUNK, to.at(4), number(4), number(1));
    Operand cells = to.at(1);
    Slot squashed = to.call("aten::tanh", to.at(3));
    Slot outSlope = null;
    if (given.has(0)) {
      Slot toOut = to.call(MULTIPLY, to.at(0), squashed);
      outSlope = to.call(SIGMOID_SLOPE, toOut, parts.get(3));
      Slot toCells = to.call(TANH_SLOPE, to.call(MULTIPLY, to.at(0), parts.get(3)), squashed);
      cells = given.has(1) ? to.call("aten::add_.Tensor", toCells, to.at(1)) : toCells;
    } else {
      outSlope = to.call("aten::zeros_like", parts.get(3));
    }
    Slot in = to.call(SIGMOID_SLOPE, to.call(MULTIPLY, cells, parts.get(2)), parts.get(0));
    Slot forget = to.call(SIGMOID_SLOPE, to.call(MULTIPLY, cells, to.at(2)), parts.get(1));
    Slot cell = to.call(TANH_SLOPE, to.call(MULTIPLY, cells, parts.get(0)), parts.get(2));
    Slot before = to.call(MULTIPLY, cells, parts.get(1));
    Slot gates = to.call("aten::cat", Operand.tensors(in, forget, cell, outSlope), number(1));
    List<Slot> made = new ArrayList<>(List.of(gates, before));
    made.add(given.flag(5) ? sum(to, gates) : null);
    return made;
  }

  private static Slot sum(Composition to, Slot gates) {
    return to.call("aten::sum.dim_IntList", gates, Operand.ints(0));
  }

  /** A second tensor on the same memory. */
  private static Slot again(Composition to, Slot tensor) {
    return tensor == null ? null : to.call("aten::alias", tensor);
  }

  /**
   * Reset, update and new gate; what the backward pass takes are these, the state, and its part.
   */
  private static void gruCell(Composition to) {
    Given given = to.given();
    Operand input = given.has(3) ? to.call("aten::add.Tensor", to.at(0), to.at(3)) : to.at(0);
    Operand hidden = given.has(4) ? to.call("aten::add.Tensor", to.at(1), to.at(4)) : to.at(1);
    List<Slot> inputs = to.callList(3, CHUNK, input, number(3), number(1));
    List<Slot> states = to.callList(3, CHUNK, hidden, number(3), number(1));
    Slot reset = sigmoid(to, inputs.get(0), states.get(0));
    Slot update = sigmoid(to, inputs.get(1), states.get(1));
    Slot sum = to.call("aten::addcmul", inputs.get(2), reset, states.get(2));
    Slot made = to.call("aten::tanh_", sum);
    Slot difference = to.call("aten::sub.Tensor", to.at(2), made);
    Slot next = to.call("aten::addcmul", made, update, difference);
    Slot saved =
        to.call(
            "aten::cat", Operand.tensors(reset, update, made, to.at(2), states.get(2)), number(1));
    to.returns(next, saved);
  }

  private static Slot sigmoid(Composition to, Slot input, Slot state) {
    return to.call("aten::sigmoid_", to.call("aten::add.Tensor", input, state));
  }

  private static void gruCellBackward(Composition to) {
    List<Slot> saved = to.callList(5, CHUNK, to.at(1), number(5), number(1));
    Slot reset = saved.get(0);
    Slot update = saved.get(1);
    Slot made = saved.get(2);
    Slot difference = to.call("aten::sub.Tensor", saved.get(3), made);
    Slot toUpdate = to.call(SIGMOID_SLOPE, to.call(MULTIPLY, to.at(0), difference), update);
    Slot toState = to.call(MULTIPLY, to.at(0), update);
    Slot rest = to.call("aten::sub.Tensor", to.at(0), toState);
    Slot toMade = to.call(TANH_SLOPE, rest, made);
    Slot toPart = to.call(MULTIPLY, toMade, reset);
    Slot toReset = to.call(SIGMOID_SLOPE, to.call(MULTIPLY, toMade, saved.get(4)), reset);
    Slot inputs = to.call("aten::cat", Operand.tensors(toReset, toUpdate, toMade), number(1));
    Slot states = to.call("aten::cat", Operand.tensors(toReset, toUpdate, toPart), number(1));
    boolean biases = to.given().flag(2);
    to.returns(
        inputs, states, toState, biases ? sum(to, inputs) : null, biases ? sum(to, states) : null);
  }
}
