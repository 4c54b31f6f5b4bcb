package org.calque.runtime;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Operand lists that are too long for source text, read from the resource {@code NAME.lists} beside
 * a generated class. Each line is a name, {@code ints} or {@code tensors}, and the elements:
 * integers, or {@code slot:3}, {@code last:3}, {@code written:3} and {@code none}.
 */
final class LongLists {
  private final GeneratedResource resource;
  private Map<String, Operand> lists;

  LongLists(Class<?> generated) {
    resource = new GeneratedResource(generated, "lists");
  }

  private static Operand list(String[] words) {
    List<String> elements = Arrays.asList(words).subList(2, words.length);
    return words[1].equals("ints")
        ? Operand.ints(elements.stream().mapToLong(Long::parseLong).toArray())
        : new Operand.Tensors(elements.stream().map(LongLists::tensor).toList());
  }

  private static Operand tensor(String element) {
    if (element.equals("none")) {
      return Operand.none();
    }
    int colon = element.indexOf(':');
    int slot = Integer.parseInt(element.substring(colon + 1));
    return switch (element.substring(0, colon)) {
      case "slot" -> Operand.slot(slot);
      case "last" -> Operand.last(slot);
      case "written" -> Operand.written(slot);
      default -> throw new ReplayException("unknown element " + element + " in a list of tensors");
    };
  }

  /** A list of integers as numbers. */
  long[] integers(String name) {
    List<?> values = (List<?>) ((Operand.Constant) get(name)).value();
    return values.stream().mapToLong(value -> (Long) value).toArray();
  }

  Operand get(String name) {
    if (lists == null) {
      lists = new HashMap<>();
      resource.lines().stream()
          .map(line -> line.split(" "))
          .forEach(words -> lists.put(words[0], list(words)));
    }
    Operand list = lists.get(name);
    if (list == null) {
      throw new ReplayException("list " + name + " is missing; generate the class again");
    }
    return list;
  }
}
