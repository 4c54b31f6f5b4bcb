package org.calque.mutation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.calque.mutation.JsonOutline.Kind;
import org.calque.mutation.JsonOutline.Part;

/** Commas that are missing or too many. */
final class CommaMutations {
  static final List<Mutation> ALL =
      List.of(
          Mutation.ofText(
              "a comma after the last node",
              Promise.SAME,
              (sample, random) ->
                  Optional.of(
                      new SourceTrace(
                              "",
                              sample.source().head(),
                              sample.source().separator(),
                              sample.source().nodes(),
                              "," + sample.source().tail())
                          .text())),
          Mutation.ofText(
              "a comma after the last member",
              Promise.SAME,
              NodePlaces.before((node, part) -> closes(node, part, '}'), ",")),
          Mutation.ofText(
              "a comma after the last element",
              Promise.SAME,
              NodePlaces.before(
                  (node, part) -> closes(node, part, ']') && node.charAt(part.start() - 1) != '[',
                  ",")),
          Mutation.ofText(
              "two commas between nodes",
              Promise.SAME,
              (sample, random) -> separated(sample, random, "," + sample.source().separator())),
          Mutation.ofText(
              "two commas between members",
              Promise.SAME,
              NodePlaces.before((node, part) -> comma(node, part, true), ",")),
          Mutation.ofText(
              "two commas between elements",
              Promise.SAME,
              NodePlaces.before((node, part) -> comma(node, part, false), ",")),
          Mutation.ofText(
              "no comma between nodes",
              Promise.SAME,
              (sample, random) ->
                  separated(sample, random, sample.source().separator().replace(",", ""))),
          Mutation.ofText(
              "no comma between members",
              Promise.SAME,
              NodePlaces.replace((node, part) -> comma(node, part, true), "")),
          Mutation.ofText(
              "no comma between elements",
              Promise.SAME,
              NodePlaces.replace(
                  (node, part) -> comma(node, part, false) && staysApart(node, part), "")));

  private CommaMutations() {}

  private static boolean closes(String node, Part part, char bracket) {
    return part.kind() == Kind.CLOSE && node.charAt(part.start()) == bracket;
  }

  private static boolean comma(String node, Part part, boolean members) {
    return part.kind() == Kind.COMMA && isKey(node, part.end()) == members;
  }

  private static boolean isKey(String node, int start) {
    int quote = nextToken(node, start);
    int end = node.indexOf('"', quote + 1) + 1;
    return node.charAt(quote) == '"'
        && end < node.length()
        && node.charAt(nextToken(node, end)) == ':';
  }

  private static int nextToken(String node, int start) {
    int next = start;
    while (next < node.length() - 1 && node.charAt(next) <= ' ') {
      next++;
    }
    return next;
  }

  /** Without the comma, two numbers may become one, and two texts stay two. */
  private static boolean staysApart(String node, Part part) {
    return !Character.isLetterOrDigit(node.charAt(part.start() - 1))
        || "[{\" \n\r\t".indexOf(node.charAt(part.end())) >= 0;
  }

  private static Optional<String> separated(Sample sample, Random random, String separator) {
    SourceTrace source = sample.source();
    int place = random.nextInt(source.nodes().size() - 1);
    List<String> nodes = new ArrayList<>(source.nodes());
    nodes.set(place, nodes.get(place) + separator + nodes.remove(place + 1));
    return Optional.of(source.with(nodes).text());
  }
}
