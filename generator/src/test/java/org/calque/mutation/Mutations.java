package org.calque.mutation;

import java.util.List;
import java.util.stream.Stream;

/** Every kind of mutation. */
final class Mutations {
  static final List<Mutation> ALL =
      Stream.of(
              ByteMutations.ALL,
              NodeMutations.ALL,
              CommaMutations.ALL,
              BracketMutations.ALL,
              NameMutations.ALL,
              ValueMutations.ALL,
              LayoutMutations.ALL)
          .flatMap(List::stream)
          .toList();

  private Mutations() {}
}
