package org.calque.runtime.torch;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.calque.runtime.Operand;
import org.calque.runtime.Slot;
import org.calque.runtime.UnsupportedOperatorException;
import org.calque.runtime.torch.TorchOperator.Parameter;

/** Matches operands with the parameters of an operator. */
final class ArgumentBinding {
  private final TorchOperator operator;
  private final Frame frame;
  private final ArgumentStack stack;
  private final Constants constants;
  private final Placement placement;
  private final IValueVector template;
  private final List<TensorList> lists = new ArrayList<>();
  private final List<SlotUse> uses = new ArrayList<>();

  private ArgumentBinding(
      TorchOperator operator,
      Frame frame,
      ArgumentStack stack,
      Constants constants,
      Placement placement) {
    this.operator = operator;
    this.frame = frame;
    this.stack = stack;
    this.constants = constants;
    this.placement = placement;
    this.template = new IValueVector(operator.parameters().size());
  }

  /**
   * Boxes the constants and notes the slots.
   *
   * @throws UnsupportedOperatorException if there are too many or too few operands, or one does not
   *     suit its parameter
   */
  static Arguments bind(
      TorchOperator operator,
      List<Operand> operands,
      Frame frame,
      LastingTensors lasting,
      ArgumentStack stack,
      Constants constants,
      Placement placement) {
    int parameters = operator.parameters().size();
    if (operands.size() > parameters) {
      throw new UnsupportedOperatorException(
          operator.name(),
          "takes " + parameters + " arguments, but " + operands.size() + " were recorded");
    }
    if (parameters > ArgumentStack.CAPACITY) {
      throw new UnsupportedOperatorException(
          operator.name(), "takes more than " + ArgumentStack.CAPACITY + " arguments");
    }
    ArgumentBinding binding = new ArgumentBinding(operator, frame, stack, constants, placement);
    try {
      for (int i = 0; i < parameters; i++) {
        binding.bind(i, i < operands.size() ? operands.get(i) : null);
      }
      return new Arguments(frame, lasting, stack, binding.template, binding.lists, binding.uses);
    } catch (RuntimeException e) {
      binding.template.deallocate();
      binding.lists.forEach(TensorList::free);
      throw e;
    }
  }

  private void bind(int position, Operand operand) {
    Parameter parameter = operator.parameters().get(position);
    Boxing boxing = new Boxing(operator.name(), parameter.name(), placement);
    if (operand == null) {
      template.put(position, missing(parameter));
    } else if (operand instanceof Operand.Constant constant) {
      constant(position, placement.constant(constant.value(), parameter), parameter, boxing);
    } else if (operand instanceof Slot slot) {
      if (!parameter.type().takesTensor()) {
        throw boxing.refused("a tensor", parameter.type());
      }
      use(slot, stack.element(position), position, null, parameter.type());
    } else if (operand instanceof Operand.Tensors tensors) {
      if (!parameter.type().takesTensors()) {
        throw boxing.refused("a list of tensors", parameter.type());
      }
      tensors(position, tensors, parameter.type().required(), boxing);
    }
  }

  private IValue missing(Parameter parameter) {
    if (parameter.missing() == null) {
      throw new UnsupportedOperatorException(
          operator.name(),
          "argument '" + parameter.name() + "' was not recorded and has no default");
    }
    return parameter.missing();
  }

  private void constant(int position, Object value, Parameter parameter, Boxing boxing) {
    // A trace writes None for an argument that was left out, too.
    if (value == null && !parameter.type().optional() && parameter.missing() != null) {
      template.put(position, parameter.missing());
      return;
    }
    template.put(position, constants.get(value, parameter.type(), boxing));
  }

  private void tensors(int position, Operand.Tensors tensors, ArgumentType type, Boxing boxing) {
    List<Operand> elements = tensors.elements();
    TensorList list = new TensorList(type, elements.size());
    lists.add(list);
    template.put(position, list.value());
    for (int i = 0; i < elements.size(); i++) {
      if (elements.get(i) instanceof Slot slot) {
        use(slot, list.element(i), i, list, type.element());
      } else if (!elements.get(i).equals(Operand.NONE)) {
        throw boxing.refused(elements.get(i), type);
      } else if (!type.element().optional()) {
        list.copy(i, Boxing.undefined());
      }
    }
  }

  private void use(Slot slot, IValue place, int position, TensorList list, ArgumentType type) {
    frame.place(slot.index());
    uses.add(new SlotUse(slot, place, position, list, type.optional()));
  }
}
