package org.calque.mutation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiConsumer;

/** Makes files from every real trace and looks at what becomes of each. */
final class MutationRun {
  /** Files made from one window, before the next one is taken. */
  private static final int FILES_OF_WINDOW = 25;

  /** A large trace is mutated whole only so often. */
  private static final int WHOLE_FILES = 3;

  private static final int SMALL = 4 << 20;
  private static final int WINDOW_TRIES = 10;

  private final long seed;
  private final BiConsumer<Outcome, byte[]> action;
  private int next;

  /**
   * A run.
   *
   * @param seed the files depend on it, and on the traces
   * @param action takes each outcome with the file
   */
  MutationRun(long seed, BiConsumer<Outcome, byte[]> action) {
    this.seed = seed;
    this.action = action;
  }

  /** Makes about so many files. */
  void run(int files) {
    List<String> names = new ArrayList<>();
    SourceTraces.forEach((name, json) -> names.add(name));
    SourceTraces.forEach((name, json) -> source(name, json, files, names));
  }

  private void source(String name, byte[] json, int files, List<String> names) {
    int place = names.indexOf(name);
    int end = (int) ((place + 1L) * files / names.size());
    SourceTrace source = SourceTrace.of(name, json);
    Sample whole = Sample.of(source, json.length < SMALL);
    for (int i = 0; i < WHOLE_FILES && next < end; i++) {
      file(whole, next + place);
    }
    while (next < end) {
      Sample window = window(source, new Random(seed + next));
      int last = Math.min(end, next + FILES_OF_WINDOW);
      while (next < last) {
        file(window, next);
      }
    }
  }

  /** A window with something to replay in it, and nothing wrong. */
  private static Sample window(SourceTrace source, Random random) {
    Sample window = Sample.of(source.window(random), true);
    for (int i = 0; i < WINDOW_TRIES && window.program().isEmpty(); i++) {
      window = Sample.of(source.window(random), true);
    }
    return window;
  }

  /**
   * Makes the file of that number; where the sample has no place for its kind, of the next kind.
   */
  private void file(Sample sample, int kind) {
    Optional<byte[]> file = Optional.empty();
    Mutation mutation = null;
    for (int i = 0; file.isEmpty(); i++) {
      mutation = Mutations.ALL.get((kind + i) % Mutations.ALL.size());
      file = mutation.change().apply(sample, new Random(seed * 31 + next));
    }
    action.accept(Outcome.of(mutation, sample, file.get()), file.get());
    next++;
  }
}
