package org.calque.mutation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.calque.mutation.JsonOutline.Kind;
import org.calque.mutation.JsonOutline.Part;

/** Files with which nothing is wrong, though this writer would write them otherwise. */
final class LayoutMutations {
  static final List<Mutation> ALL =
      List.of(
          document("no white space", text -> laidOut(text, 0)),
          document("one value to a line", text -> laidOut(text, 4)),
          document("Windows line ends", text -> text.replace("\n", "\r\n")),
          document("blanks around every token", text -> laidOut(text, -1)),
          document("a byte order mark", text -> "\u00ef\u00bb\u00bf" + text),
          document("blank lines around", text -> "\n\n \t" + text + "\n\n"),
          Mutation.ofText(
              "fields in another order", Promise.WHOLE, nodes(LayoutMutations::shuffled)),
          Mutation.ofText(
              "unknown fields",
              Promise.WHOLE,
              nodes(
                  (node, random) ->
                      added(node, random, "", "\"next\": {\"a\": [1, {\"id\": 2}]}"))),
          Mutation.ofText(
              "unknown attributes",
              Promise.WHOLE,
              nodes(
                  (node, random) ->
                      added(
                          node,
                          random,
                          ".attrs",
                          "{\"name\": \"new\", \"type\": \"float\", \"value\": 0.25}"))),
          document(
              "unknown fields of the file",
              text -> text.replaceFirst("\"nodes\"", "\"new\": {\"a\": [[], null]}, \"nodes\"")),
          document(
              "a newer schema",
              text -> text.replaceFirst("(\"schema\": ?)\"[^\"]*\"", "$1\"2.0.0-chakra.1.0.0\"")));

  private LayoutMutations() {}

  private static Mutation document(String name, UnaryOperator<String> change) {
    return Mutation.ofText(
        name, Promise.WHOLE, (sample, random) -> Optional.of(change.apply(sample.text())));
  }

  private static Mutation.TextChange nodes(BiFunction<String, Random, String> change) {
    return (sample, random) -> {
      List<String> nodes = new ArrayList<>();
      sample.source().nodes().forEach(node -> nodes.add(change.apply(node, random)));
      return Optional.of(sample.source().with(nodes).text());
    };
  }

  /** The same tokens, each value on a line with that indent; 0 for none, -1 for blanks. */
  private static String laidOut(String text, int indent) {
    StringBuilder out = new StringBuilder(text.length());
    int[] depth = {0};
    JsonOutline.forEach(
        text,
        part -> {
          depth[0] -= part.kind() == Kind.CLOSE ? 1 : 0;
          if (part.kind() == Kind.CLOSE) {
            newLine(out, depth[0] * indent);
          }
          out.append(indent < 0 ? " \t\r\n" : "").append(text, part.start(), part.end());
          depth[0] += part.kind() == Kind.OPEN ? 1 : 0;
          if (part.kind() == Kind.OPEN || part.kind() == Kind.COMMA) {
            newLine(out, depth[0] * indent);
          } else if (part.kind() == Kind.COLON && indent > 0) {
            out.append(' ');
          }
        });
    return out.toString();
  }

  private static void newLine(StringBuilder out, int indent) {
    if (indent > 0) {
      out.append('\n').append(" ".repeat(indent));
    }
  }

  /** A node with its members in another order. */
  private static String shuffled(String node, Random random) {
    List<Part> keys = new ArrayList<>();
    int end = 0;
    for (Part part : JsonOutline.of(node)) {
      if (part.kind() == Kind.KEY && part.path().lastIndexOf('.') == 0) {
        keys.add(part);
      }
      end = part.start();
    }
    List<String> members = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      int to = i + 1 < keys.size() ? node.lastIndexOf(',', keys.get(i + 1).start()) : end;
      members.add(node.substring(keys.get(i).start(), to).strip());
    }
    Collections.shuffle(members, random);
    return "{" + String.join(", ", members) + "}";
  }

  /** Puts something at the front or the end of an object or list. */
  private static String added(String node, Random random, String path, String text) {
    List<Part> brackets =
        JsonOutline.of(
            node,
            part ->
                part.path().equals(path)
                    && (part.kind() == Kind.OPEN || part.kind() == Kind.CLOSE));
    if (brackets.isEmpty()) {
      return node;
    }
    boolean front = random.nextBoolean();
    int place = front ? brackets.get(0).end() : brackets.get(1).start();
    return Mutation.splice(node, place, place, front ? text + ", " : ", " + text);
  }
}
