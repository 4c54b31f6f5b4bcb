package org.calque.replay;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The arguments of an operator as its schema string declares them, such as {@code
 * aten::add_.Tensor(Tensor(a!) self, Tensor other, *, Scalar alpha=1) -> Tensor(a!)}.
 *
 * @param operator qualified name with overload
 * @param arguments in order
 */
public record OperatorSchema(String operator, List<Argument> arguments) {
  private static final Set<String> WRITE_NO_ELEMENTS =
      Set.of("detach_", "squeeze_", "t_", "transpose_", "unsqueeze_");

  /**
   * One declared argument.
   *
   * @param type such as {@code Tensor?}, without alias annotation
   * @param name such as {@code self}
   * @param written whether the operator writes it in place
   */
  public record Argument(String type, String name, boolean written) {}

  /** Copies the list. */
  public OperatorSchema {
    arguments = List.copyOf(arguments);
  }

  /** Parses a schema string; text that is not one gives an operator without arguments. */
  public static OperatorSchema parse(String schema) {
    int open = schema.indexOf('(');
    if (open < 0) {
      return new OperatorSchema(schema, List.of());
    }
    List<Argument> arguments = new ArrayList<>();
    int depth = 0;
    int start = open + 1;
    for (int i = open; i < schema.length(); i++) {
      char c = schema.charAt(i);
      if (c == '(' || c == '[') {
        depth++;
      } else if (c == ')' || c == ']') {
        depth--;
      }
      if (depth == 0 || (depth == 1 && c == ',')) {
        addArgument(arguments, schema.substring(start, i).strip());
        start = i + 1;
      }
      if (depth == 0) {
        break;
      }
    }
    return new OperatorSchema(schema.substring(0, open), arguments);
  }

  private static void addArgument(List<Argument> arguments, String text) {
    if (text.isEmpty() || text.equals("*")) {
      return;
    }
    int equals = text.indexOf('=');
    String declaration = (equals < 0 ? text : text.substring(0, equals)).strip();
    int space = declaration.lastIndexOf(' ');
    String type = space < 0 ? declaration : declaration.substring(0, space);
    arguments.add(
        new Argument(
            type.replaceAll("\\([^)]*\\)", ""),
            declaration.substring(space + 1),
            type.contains("!")));
  }

  /** The name of argument {@code i}, or an empty string where the schema has none. */
  public String argumentName(int i) {
    return i < arguments.size() ? arguments.get(i).name() : "";
  }

  /**
   * Whether the operator writes argument {@code i}: by its declaration, or because it is a running
   * statistic of a batch normalisation, which updates them without declaring so.
   */
  public boolean writes(int i) {
    if (i >= arguments.size()) {
      return false;
    }
    Argument argument = arguments.get(i);
    return argument.written()
        || (argument.name().startsWith("running_") && !operator.contains("backward"));
  }

  /** Whether what the operator writes are elements, not only how a tensor lies on its memory. */
  public boolean writesElements() {
    return !WRITE_NO_ELEMENTS.contains(baseName());
  }

  /** Operator name without namespace and overload, such as {@code add_}. */
  public String baseName() {
    String name = operator.substring(operator.lastIndexOf(':') + 1);
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }
}
