package org.calque.mutation;

import java.util.List;
import java.util.Random;
import org.calque.mutation.JsonOutline.Kind;
import org.calque.mutation.JsonOutline.Part;

/** Values that no writer means: of the wrong type, too large, too deep. */
final class ValueMutations {
  private static final List<String> NUMBERS =
      List.of(
          "9".repeat(19),
          "-" + "9".repeat(19),
          "18446744073709551615",
          "1" + "0".repeat(40),
          "1" + "0".repeat(5000),
          "1e400",
          "-1e-400",
          "0." + "3".repeat(1000),
          "4611686018427387904",
          "-1",
          "1e3",
          "00012");

  private static final List<String> VALUES =
      List.of(
          "null",
          "true",
          "\"text\"",
          "\"\"",
          "[]",
          "{}",
          "[1, [2, \"x\"]]",
          "{\"a\": [1]}",
          "-5",
          "0.5",
          "[[]]",
          "\"<None>\"");

  private static final List<String> NOT_FINITE =
      List.of("nan", "-nan", "inf", "-inf", "NaN", "Infinity", "-Infinity");

  static final List<Mutation> ALL =
      List.of(
          Mutation.ofText(
              "a value of another type",
              Promise.ANYTHING,
              NodePlaces.edit(ValueMutations::isScalar, one(VALUES))),
          Mutation.ofText(
              "a list or object replaced",
              Promise.ANYTHING,
              NodePlaces.edit(
                  (node, part) -> part.kind() == Kind.OPEN && part.start() > 0,
                  ValueMutations::replaced)),
          Mutation.ofText(
              "an impossible number",
              Promise.ANYTHING,
              NodePlaces.edit(
                  (node, part) ->
                      part.kind() == Kind.SCALAR && Character.isDigit(node.charAt(part.end() - 1)),
                  one(NUMBERS))),
          Mutation.ofText(
              "bare nan and inf",
              Promise.READ,
              NodePlaces.edit(
                  (node, part) -> part.kind() == Kind.SCALAR && isDouble(node, part),
                  one(NOT_FINITE))),
          Mutation.ofText(
              "a bare word",
              Promise.ANYTHING,
              NodePlaces.replace(ValueMutations::isScalar, "undefined")),
          Mutation.ofText(
              "a value missing",
              Promise.ANYTHING,
              NodePlaces.replace(ValueMutations::isScalar, "")),
          Mutation.ofText(
              "lists nested deep",
              Promise.ANYTHING,
              NodePlaces.edit(
                  ValueMutations::isScalar,
                  (node, part, random) -> {
                    int depth = 1 << random.nextInt(16);
                    String list = "[".repeat(depth) + "]".repeat(depth);
                    return Mutation.splice(node, part.start(), part.end(), list);
                  })),
          Mutation.ofText(
              "brackets never closed",
              Promise.ANYTHING,
              NodePlaces.edit(
                  ValueMutations::isScalar,
                  (node, part, random) ->
                      Mutation.splice(
                          node,
                          part.start(),
                          part.end(),
                          (random.nextBoolean() ? "[" : "{\"a\":")
                              .repeat(1 << random.nextInt(16))))),
          Mutation.ofText(
              "a very long text",
              Promise.ANYTHING,
              NodePlaces.edit(
                  (node, part) -> part.kind() == Kind.STRING,
                  (node, part, random) ->
                      Mutation.splice(
                          node, part.start() + 1, part.start() + 1, "[(,x".repeat(1 << 12)))));

  private ValueMutations() {}

  private static boolean isScalar(String node, Part part) {
    return part.kind() == Kind.SCALAR || part.kind() == Kind.STRING;
  }

  private static boolean isDouble(String node, Part part) {
    return node.substring(part.start(), part.end()).indexOf('.') >= 0;
  }

  private static NodePlaces.Edit one(List<String> values) {
    return (node, part, random) ->
        Mutation.splice(node, part.start(), part.end(), values.get(random.nextInt(values.size())));
  }

  private static String replaced(String node, Part part, Random random) {
    int end =
        JsonOutline.of(
                node,
                other ->
                    other.kind() == Kind.CLOSE
                        && other.path().equals(part.path())
                        && other.start() > part.start())
            .get(0)
            .end();
    return Mutation.splice(node, part.start(), end, VALUES.get(random.nextInt(VALUES.size())));
  }
}
