package org.calque.mutation;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;
import org.calque.mutation.JsonOutline.Kind;
import org.calque.mutation.JsonOutline.Part;

/** Names, which the writer does not escape. */
final class NameMutations {
  static final List<Mutation> ALL =
      List.of(
          named("a quote in a name", "\""),
          named("quoted words in a name", " \"layer\" of \"net\" "),
          named("a list of quoted words in a name", "[\"a\", \"b\"]"),
          named(
              "an object in a name", "{\"a\": 1}", "{\"a\": \"b\"}", "{\"a\": \"b\"}, {\"c\": 2}"),
          Mutation.ofText(
              "an object in a name, escaped",
              Promise.RELABELLED,
              label((name, random) -> name + "{\\\"a\\\": \\\"b\\\"}, \\\"c\\\": 2")),
          named("a backslash in a name", "\\", "C:\\new\\users", "\\x", "\\u12"),
          named("a newline in a name", "\n", "\r\n", "\t", "\u0000", "\u0007"),
          named(
              "bytes that are no UTF-8 in a name",
              "\u0080",
              "\u00ff\u00fe",
              "\u00c3",
              "\u00e2\u0082"),
          named("all of it in a name", "\\\"\n\u00e9\"\\"),
          Mutation.ofText(
              "a name that ends in a backslash",
              Promise.RELABELLED,
              label((name, random) -> name + "\\")),
          Mutation.ofText(
              "a name that ends in a quote",
              Promise.RELABELLED,
              label((name, random) -> name + "\"")),
          Mutation.ofText(
              "a name without its closing quote",
              Promise.RELABELLED,
              (sample, random) -> closingQuote(sample, random)),
          Mutation.ofText(
              "a name that looks like a node",
              Promise.ANYTHING,
              label((name, random) -> name + "\", \"ctrl_deps\": 7, \"x\": \"")),
          Mutation.ofText(
              "a very long name",
              Promise.RELABELLED,
              label((name, random) -> "x".repeat(1 << (10 + random.nextInt(9))))),
          Mutation.ofText(
              "a quote in any text",
              Promise.ANYTHING,
              NodePlaces.edit(
                  (node, part) -> part.kind() == Kind.STRING && part.end() - part.start() > 2,
                  (node, part, random) -> {
                    int place = part.start() + 1 + random.nextInt(part.end() - part.start() - 1);
                    return Mutation.splice(node, place, place, "\"");
                  })));

  private NameMutations() {}

  private static Mutation named(String what, String... inserted) {
    return Mutation.ofText(
        what,
        Promise.RELABELLED,
        label(
            (name, random) -> {
              int place = random.nextInt(name.length() + 1);
              return Mutation.splice(name, place, place, inserted[random.nextInt(inserted.length)]);
            }));
  }

  private static Optional<Part> name(String node) {
    return JsonOutline.of(node, part -> part.kind() == Kind.STRING && part.path().equals(".name"))
        .stream()
        .findFirst();
  }

  /** A label where there is one, and now and then the node of an operator. */
  private static Optional<Integer> place(Sample sample, Random random) {
    boolean any = sample.labels().isEmpty() || random.nextInt(4) == 0;
    return Mutation.any(any ? sample.names() : sample.labels(), random);
  }

  private static Mutation.TextChange label(BiFunction<String, Random, String> change) {
    return (sample, random) ->
        place(sample, random)
            .map(
                index -> {
                  String node = sample.source().nodes().get(index);
                  Part name = name(node).orElseThrow();
                  String text = node.substring(name.start() + 1, name.end() - 1);
                  String changed = change.apply(text, random);
                  return sample
                      .source()
                      .with(index, Mutation.splice(node, name.start() + 1, name.end() - 1, changed))
                      .text();
                });
  }

  private static Optional<String> closingQuote(Sample sample, Random random) {
    return place(sample, random)
        .map(
            index -> {
              String node = sample.source().nodes().get(index);
              int end = name(node).orElseThrow().end();
              return sample.source().with(index, Mutation.splice(node, end - 1, end, "")).text();
            });
  }
}
