package org.calque.codegen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.calque.replay.Origin;
import org.calque.replay.ProgramBuilder;
import org.calque.replay.ReplayProgram;
import org.calque.replay.Storage;
import org.calque.runtime.Engine;
import org.calque.runtime.Replay;
import org.calque.runtime.SessionOptions;
import org.calque.runtime.Slot;
import org.calque.runtime.Workload;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.ExecutionTraceReader;
import org.calque.trace.RealTraces;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording of all operators that not every integer is valid for, replayed on LibTorch. */
class IndexOperatorsTest {
  private static final Path FILE = RealTraces.recording("index_operators.et.json.gz");

  /** Operands of floating-point numbers of which not all are valid. */
  private static final Pattern CHOSEN_FLOATS =
      Pattern.compile(
          "bernoulli|multinomial|poisson|gamma|dirichlet|binary_cross_entropy|cross_entropy_loss"
              + " target| (bins|boundaries|is_target|attn_mask|prob|q)$");

  @TempDir private static Path folder;

  private static ReplayProgram program(ExecutionTrace trace) {
    return ProgramBuilder.build("index_operators", trace);
  }

  private static Workload workload(ReplayProgram program, ExecutionTrace trace) {
    return CompiledBenchmark.of(GeneratedFrom.program(program, trace, Origin.UNKNOWN)).workload();
  }

  private static RecordedResults results(ExecutionTrace trace) {
    ReplayProgram program = program(trace);
    return RecordedResults.of(workload(program, trace), program, 2);
  }

  private static ExecutionTrace withRanges() {
    return ExecutionTraceReader.read(FILE);
  }

  private static ExecutionTrace withoutRanges() throws IOException {
    try (var packed = new GZIPInputStream(Files.newInputStream(FILE))) {
      String text = new String(packed.readAllBytes(), StandardCharsets.UTF_8);
      Path file = folder.resolve("index_operators.et.json");
      Files.writeString(file, text.replace("\"tensor_range\"", "\"left_out\""));
      return ExecutionTraceReader.read(file);
    }
  }

  @Test
  void everyResultIsAsRecorded() {
    RecordedResults results = results(withRanges());

    assertThat(results.differences()).isEmpty();
    assertThat(results.compared()).isGreaterThan(2 * 200);
  }

  @Test
  void everyResultIsAsRecordedWhereTheTraceHasNoRanges() throws IOException {
    assertThat(results(withoutRanges()).differences()).isEmpty();
  }

  @Test
  void everyResultIsFinite() throws IOException {
    assertThat(notFinite(withRanges())).isEmpty();
    assertThat(notFinite(withoutRanges())).isEmpty();
  }

  /** What each operand is filled with, without ranges and with them. */
  @Test
  void everyOperandHasTheValuesOfItsRule() throws IOException {
    List<Storage> without = chosen(program(withoutRanges()));
    List<Storage> with = chosen(program(withRanges()));
    StringJoiner lines = new StringJoiner("\n", "", "\n");
    for (int i = 0; i < without.size(); i++) {
      Storage storage = without.get(i);
      lines.add(
          "%s %s[%d]: %s | %s"
              .formatted(
                  storage.role(),
                  storage.type().shortName(),
                  storage.elements(),
                  storage.values(),
                  with.get(i).values()));
    }
    GoldenFiles.assertEqual(lines.toString(), "index_operators.values.txt");
  }

  private static List<Storage> chosen(ReplayProgram program) {
    return program.storages().stream()
        .filter(
            storage -> !storage.type().isFloating() || CHOSEN_FLOATS.matcher(storage.role()).find())
        .toList();
  }

  private static List<String> notFinite(ExecutionTrace trace) {
    ReplayProgram program = program(trace);
    List<String> operators = new ArrayList<>();
    try (Workload workload = workload(program, trace)) {
      Replay replay =
          Replay.on(
              Engine.find(), program.workload(), new SessionOptions(program.slots().size(), 1, 7));
      replay.wrap(
          (operator, results, call) ->
              () -> {
                call.run();
                // A second result may be infinite by its nature, as where no alignment ends.
                if (!results.isEmpty()
                    && results.get(0) instanceof Slot slot
                    && !replay.session().count(slot.index()).isFinite()) {
                  operators.add(operator);
                }
              });
      workload.bind(replay);
      workload.step();
    }
    return operators;
  }
}
