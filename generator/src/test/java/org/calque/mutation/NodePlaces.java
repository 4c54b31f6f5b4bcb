package org.calque.mutation;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.calque.mutation.JsonOutline.Kind;
import org.calque.mutation.JsonOutline.Part;

/** Finds places in nodes by what lies there, and edits them. */
final class NodePlaces {
  private static final int TRIES = 20;

  static final Pattern NODE = Pattern.compile("");
  static final Pattern SIDE = Pattern.compile("\\.(in|out)puts");
  static final Pattern ATTRIBUTES = Pattern.compile("\\.attrs");
  static final Pattern ATTRIBUTE = Pattern.compile("\\.attrs\\[]");
  static final Pattern LIST =
      Pattern.compile("\\.(in|out)puts(\\.\\w+)?|\\.(in|out)put_(shapes|types)");
  static final Pattern INNER_LIST =
      Pattern.compile("(\\.(in|out)puts(\\.\\w+)?|\\.(in|out)put_shapes)(\\[])+");
  static final Pattern SHAPE =
      Pattern.compile("(\\.(in|out)puts\\.(shapes|strides)|\\.(in|out)put_shapes)(\\[])+");
  static final Pattern VALUE = Pattern.compile("\\.(in|out)puts(\\.values)?(\\[])+");

  private static final Pattern TENSOR =
      Pattern.compile("\\[\\d+, ?\\d+, ?\\d+, ?\\d+, ?\\d+, ?\"[^\"]*\"]");

  private NodePlaces() {}

  /** Which places are meant. */
  @FunctionalInterface
  interface Wanted {
    boolean in(String node, Part part);
  }

  /** What is to be there instead. */
  @FunctionalInterface
  interface Edit {
    String of(String node, Part part, Random random);
  }

  static Wanted kind(Kind kind, Pattern paths) {
    return (node, part) -> part.kind() == kind && part.at(paths);
  }

  /** The closing bracket of a tensor's list. */
  static boolean closesTensor(String node, Part part) {
    return part.kind() == Kind.CLOSE
        && part.at(VALUE)
        && TENSOR
            .matcher(node.substring(node.lastIndexOf('[', part.start()), part.end()))
            .matches();
  }

  /** Whether it can be told without the types which bracket is missing if this one is. */
  static boolean isTelling(String node, Part part) {
    return part.path().indexOf("[][]") < 0 || node.charAt(part.end()) == ',';
  }

  /** Edits one such place in a node that has one. */
  static Mutation.TextChange edit(Wanted wanted, Edit edit) {
    return (sample, random) -> {
      SourceTrace source = sample.source();
      for (int i = 0; i < TRIES; i++) {
        int index = random.nextInt(source.nodes().size());
        String node = source.nodes().get(index);
        List<Part> places = JsonOutline.of(node, part -> wanted.in(node, part));
        if (!places.isEmpty()) {
          Part place = places.get(random.nextInt(places.size()));
          return Optional.of(source.with(index, edit.of(node, place, random)).text());
        }
      }
      return Optional.empty();
    };
  }

  /** Puts a text in place of such a part. */
  static Mutation.TextChange replace(Wanted wanted, String replacement) {
    return edit(
        wanted,
        (node, part, random) -> Mutation.splice(node, part.start(), part.end(), replacement));
  }

  /** Puts a text before such a part. */
  static Mutation.TextChange before(Wanted wanted, String inserted) {
    return edit(
        wanted,
        (node, part, random) -> Mutation.splice(node, part.start(), part.start(), inserted));
  }
}
