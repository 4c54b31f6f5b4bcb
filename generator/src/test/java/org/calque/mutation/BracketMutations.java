package org.calque.mutation;

import static org.calque.mutation.JsonOutline.Kind.CLOSE;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Closing brackets that are missing. */
final class BracketMutations {
  static final List<Mutation> ALL =
      List.of(
          without("a node", NodePlaces.NODE),
          without("the attributes", NodePlaces.ATTRIBUTES),
          without("an attribute", NodePlaces.ATTRIBUTE),
          Mutation.ofText(
              "no bracket after inputs or outputs",
              Promise.SAME,
              NodePlaces.replace(
                  (node, part) ->
                      NodePlaces.kind(CLOSE, NodePlaces.SIDE).in(node, part)
                          && node.charAt(part.start()) == '}',
                  "")),
          Mutation.ofText(
              "no bracket after a list",
              Promise.SAME,
              NodePlaces.replace(
                  (node, part) ->
                      NodePlaces.kind(CLOSE, NodePlaces.LIST).in(node, part)
                          && node.charAt(part.start()) == ']',
                  "")),
          Mutation.ofText(
              "no bracket after a tensor",
              Promise.SAME,
              NodePlaces.replace(
                  (node, part) ->
                      NodePlaces.closesTensor(node, part) && NodePlaces.isTelling(node, part),
                  "")),
          Mutation.ofText(
              "no bracket after a shape",
              Promise.SAME,
              NodePlaces.replace(
                  (node, part) ->
                      NodePlaces.kind(CLOSE, NodePlaces.SHAPE).in(node, part)
                          && Character.isDigit(node.charAt(part.start() - 1))
                          && NodePlaces.isTelling(node, part),
                  "")),
          Mutation.ofText(
              "no bracket after some inner list",
              Promise.READ,
              NodePlaces.replace(NodePlaces.kind(CLOSE, NodePlaces.INNER_LIST), "")),
          Mutation.ofText("no bracket after the nodes", Promise.SAME, tail("]", "")),
          Mutation.ofText("no bracket at the end", Promise.SAME, tail("}\\s*$", "")),
          Mutation.ofText("a bracket too many at the end", Promise.SAME, tail("$", "]}")),
          Mutation.ofText("a bracket too many", Promise.ANYTHING, extra("]")),
          Mutation.ofText("a brace too many", Promise.ANYTHING, extra("}")));

  private BracketMutations() {}

  private static Mutation without(String what, Pattern paths) {
    return Mutation.ofText(
        "no bracket after " + what,
        Promise.SAME,
        NodePlaces.replace(NodePlaces.kind(CLOSE, paths), ""));
  }

  private static Mutation.TextChange extra(String bracket) {
    return NodePlaces.before((node, part) -> part.kind() == CLOSE, bracket);
  }

  private static Mutation.TextChange tail(String pattern, String replacement) {
    return (sample, random) -> {
      SourceTrace source = sample.source();
      String tail = source.tail().replaceFirst(pattern, replacement);
      return Optional.of(
          new SourceTrace("", source.head(), source.separator(), source.nodes(), tail).text());
    };
  }
}
