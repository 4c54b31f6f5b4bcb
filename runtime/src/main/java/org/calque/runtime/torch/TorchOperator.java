package org.calque.runtime.torch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.Argument;
import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.FunctionSchema;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueOptional;
import org.bytedeco.pytorch.OperatorHandle;
import org.bytedeco.pytorch.OperatorHandleOptional;
import org.bytedeco.pytorch.OperatorName;

/**
 * An operator of the dispatcher, with its schema read into Java once.
 *
 * @param name qualified name with overload, such as {@code aten::add_.Tensor}
 * @param handle calls it
 * @param parameters its arguments in order
 * @param returns the types of what it returns, in order
 */
record TorchOperator(
    String name, OperatorHandle handle, List<Parameter> parameters, List<ArgumentType> returns) {

  /**
   * One argument of an operator.
   *
   * @param name as the schema has it
   * @param type what it takes
   * @param missing what is passed when it is left out, or {@code null} if it must be given
   */
  record Parameter(String name, ArgumentType type, IValue missing) {}

  /** The operator of a qualified name with overload, or empty if the dispatcher has no schema. */
  static Optional<TorchOperator> find(String name) {
    int dot = name.indexOf('.');
    String base = dot < 0 ? name : name.substring(0, dot);
    String overload = dot < 0 ? "" : name.substring(dot + 1);
    try (OperatorName key = new OperatorName(base, overload);
        OperatorHandleOptional found = Dispatcher.singleton().findSchema(key)) {
      return found.has_value()
          ? Optional.of(read(name, new OperatorHandle(found.get())))
          : Optional.empty();
    }
  }

  private static TorchOperator read(String name, OperatorHandle handle) {
    FunctionSchema schema = handle.schema();
    List<Parameter> parameters = new ArrayList<>();
    Argument arguments = schema.arguments();
    for (long i = 0; i < count(arguments); i++) {
      parameters.add(parameter(arguments.getPointer(i)));
    }
    List<ArgumentType> returns = new ArrayList<>();
    Argument returned = schema.returns();
    for (long i = 0; i < count(returned); i++) {
      returns.add(ArgumentType.read(returned.getPointer(i).type()));
    }
    return new TorchOperator(name, handle, List.copyOf(parameters), List.copyOf(returns));
  }

  /** JavaCPP gives {@code null} for an empty vector. */
  private static long count(Argument arguments) {
    return arguments == null ? 0 : arguments.limit();
  }

  private static Parameter parameter(Argument argument) {
    BytePointer name = argument.name();
    IValueOptional missing = argument.default_value();
    return new Parameter(
        name == null ? "" : name.getString(),
        ArgumentType.read(argument.type()),
        missing.has_value() ? new IValue(missing.get()) : null);
  }
}
