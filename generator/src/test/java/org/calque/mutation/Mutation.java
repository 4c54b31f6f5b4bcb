package org.calque.mutation;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * A way in which a file can differ from what the writer meant.
 *
 * @param name in a few words
 */
record Mutation(String name, Promise promise, Change change) {
  /** Makes a file of a sample. */
  @FunctionalInterface
  interface Change {
    /** The file's bytes; empty where the sample has no place for the mutation. */
    Optional<byte[]> apply(Sample sample, Random random);
  }

  /** Makes a text of a sample. */
  @FunctionalInterface
  interface TextChange {
    /** The file's text; empty where the sample has no place for the mutation. */
    Optional<String> apply(Sample sample, Random random);
  }

  static Mutation ofText(String name, Promise promise, TextChange change) {
    return new Mutation(
        name, promise, (sample, random) -> change.apply(sample, random).map(Mutation::bytes));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** One of the elements, if there are any. */
  static <T> Optional<T> any(List<T> list, Random random) {
    return list.isEmpty() ? Optional.empty() : Optional.of(list.get(random.nextInt(list.size())));
  }

  static String splice(String text, int from, int to, String replacement) {
    return text.substring(0, from) + replacement + text.substring(to);
  }
}
