package org.calque.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.calque.codegen.BenchmarkGenerator;
import org.calque.codegen.CompiledBenchmark;
import org.calque.codegen.GeneratedBenchmark;
import org.calque.replay.Origin;
import org.calque.replay.ReplayProgram;
import org.calque.replay.UnreplayableTraceException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Whatever happens to a file: it is read or refused in one line, soon, and what is promised for the
 * kind of damage holds. {@code -Dcalque.mutations=20000} makes as many files, {@code
 * -Dcalque.fixtures=DIR} makes them from more traces.
 */
class MutatedTracesTest {
  private static final int FILES = Integer.getInteger("calque.mutations", 1_500);
  private static final int SEED = 17;

  /** Every so many accepted files, one is taken on to compiled code. */
  private static final int STRIDE = 70;

  private static final int BATCH = 20;

  private static final MutationTable TABLE = new MutationTable();
  private static final List<String> PROBLEMS = new ArrayList<>();
  private static final List<GeneratedBenchmark> BENCHMARKS = new ArrayList<>();
  private static int accepted;

  @BeforeAll
  static void mutate() {
    new MutationRun(SEED, (outcome, file) -> take(outcome)).run(FILES);
    System.out.println(TABLE);
  }

  private static void take(Outcome outcome) {
    TABLE.add(outcome);
    if (!outcome.problem().isEmpty()) {
      PROBLEMS.add(outcome.mutation().name() + ": " + outcome.problem());
    }
    if (outcome.program().isPresent() && accepted++ % STRIDE == 0) {
      try {
        BENCHMARKS.add(generated(outcome));
      } catch (UnreplayableTraceException e) {
        accepted--;
      }
    }
  }

  private static GeneratedBenchmark generated(Outcome outcome) {
    ReplayProgram program = outcome.program().orElseThrow();
    return BenchmarkGenerator.generate(
        new ReplayProgram(
            "mutated" + accepted,
            program.source(),
            program.slots(),
            program.storageOf(),
            program.storages(),
            program.steps(),
            program.memory(),
            program.phases(),
            program.remarks()),
        outcome.trace().orElseThrow(),
        Origin.UNKNOWN,
        true);
  }

  @Test
  void noPromiseIsBroken() {
    assertThat(PROBLEMS).isEmpty();
  }

  @Test
  void everyKindIsTried() {
    assertThat(TABLE.untried()).isEmpty();
  }

  @Test
  void whatIsReadGivesCodeThatCompiles() {
    assertThat(BENCHMARKS).hasSizeGreaterThan(FILES / STRIDE * 8 / 10);
    for (int i = 0; i < BENCHMARKS.size(); i += BATCH) {
      CompiledBenchmark.all(BENCHMARKS.subList(i, Math.min(BENCHMARKS.size(), i + BATCH)));
    }
  }

  @Test
  void theJmhProcessorTakesIt() {
    CompiledBenchmark.withJmhProcessor(BENCHMARKS.get(BENCHMARKS.size() / 2));
  }
}
