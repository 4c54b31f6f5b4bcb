package org.calque.mutation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;

/** Nodes that are there twice, elsewhere or not at all, and parents that cannot be. */
final class NodeMutations {
  private static final Pattern PARENT = Pattern.compile("(\"(?:ctrl_deps|parent)\": ?)\\d+");
  private static final Pattern ID = Pattern.compile("(\"id\": ?)\\d+");

  static final List<Mutation> ALL =
      List.of(
          Mutation.ofText("nodes written twice", Promise.SAME, nodes(NodeMutations::twice)),
          Mutation.ofText("nodes in another order", Promise.WHOLE, nodes(NodeMutations::shuffled)),
          Mutation.ofText("nodes lost", Promise.READ, nodes(NodeMutations::lost)),
          Mutation.ofText("one id for two nodes", Promise.READ, nodes(NodeMutations::sameId)),
          Mutation.ofText("a label lost", Promise.RELABELLED, NodeMutations::withoutLabel),
          Mutation.ofText(
              "a node in itself",
              Promise.RELABELLED,
              (sample, random) ->
                  label(sample, random).map(i -> inside(sample, i, sample.source().id(i)))),
          Mutation.ofText(
              "a node in its child",
              Promise.RELABELLED,
              (sample, random) -> inDescendant(sample, random, 1)),
          Mutation.ofText(
              "a node in a descendant",
              Promise.RELABELLED,
              (sample, random) -> inDescendant(sample, random, 100)),
          Mutation.ofText("a missing parent", Promise.READ, NodeMutations::orphan),
          Mutation.ofText("every node in the next", Promise.READ, NodeMutations::allInTheNext));

  private NodeMutations() {}

  private static Mutation.TextChange nodes(BiFunction<List<String>, Random, List<String>> change) {
    return (sample, random) -> {
      List<String> nodes = change.apply(new ArrayList<>(sample.source().nodes()), random);
      return Optional.of(sample.source().with(nodes).text());
    };
  }

  private static List<String> twice(List<String> nodes, Random random) {
    int start = random.nextInt(nodes.size());
    int end = Math.min(nodes.size(), start + 1 + random.nextInt(20));
    nodes.addAll(random.nextInt(nodes.size() + 1), List.copyOf(nodes.subList(start, end)));
    return nodes;
  }

  private static List<String> shuffled(List<String> nodes, Random random) {
    int start = random.nextBoolean() ? 0 : random.nextInt(nodes.size());
    Collections.shuffle(nodes.subList(start, nodes.size()), random);
    return nodes;
  }

  private static List<String> lost(List<String> nodes, Random random) {
    int start = random.nextInt(nodes.size() - 1);
    nodes.subList(start, Math.min(nodes.size() - 1, start + 1 + random.nextInt(10))).clear();
    return nodes;
  }

  private static List<String> sameId(List<String> nodes, Random random) {
    int place = random.nextInt(nodes.size());
    String other = nodes.get(random.nextInt(nodes.size()));
    String id = other.replaceFirst("(?s).*?\"id\": ?(\\d+).*", "$1");
    nodes.set(place, ID.matcher(nodes.get(place)).replaceFirst("$1" + id));
    return nodes;
  }

  private static Optional<Integer> label(Sample sample, Random random) {
    return Mutation.any(sample.labels(), random);
  }

  private static Optional<String> withoutLabel(Sample sample, Random random) {
    return label(sample, random)
        .map(
            i -> {
              List<String> nodes = new ArrayList<>(sample.source().nodes());
              nodes.remove(i.intValue());
              return sample.source().with(nodes).text();
            });
  }

  private static String inside(Sample sample, int index, long parent) {
    String node = sample.source().nodes().get(index);
    return sample.source().with(index, PARENT.matcher(node).replaceFirst("$1" + parent)).text();
  }

  private static Optional<String> inDescendant(Sample sample, Random random, int levels) {
    ExecutionTrace trace = sample.trace();
    List<Integer> parents =
        sample.labels().stream()
            .filter(i -> !trace.children(trace.node(sample.source().id(i))).isEmpty())
            .toList();
    return Mutation.any(parents, random)
        .map(
            i -> {
              TraceNode descendant = trace.node(sample.source().id(i));
              for (int level = 0; level < levels; level++) {
                List<TraceNode> children = trace.children(descendant);
                if (children.isEmpty()) {
                  break;
                }
                descendant = children.get(random.nextInt(children.size()));
              }
              return inside(sample, i, descendant.id());
            });
  }

  private static Optional<String> orphan(Sample sample, Random random) {
    int index = random.nextInt(sample.source().nodes().size());
    return Optional.of(inside(sample, index, 900_000_000L + random.nextInt(1000)));
  }

  private static Optional<String> allInTheNext(Sample sample, Random random) {
    List<String> nodes = new ArrayList<>(sample.source().nodes());
    for (int i = 0; i < nodes.size(); i++) {
      long next = sample.source().id((i + 1) % nodes.size());
      nodes.set(i, PARENT.matcher(nodes.get(i)).replaceFirst("$1" + next));
    }
    return Optional.of(sample.source().with(nodes).text());
  }
}
