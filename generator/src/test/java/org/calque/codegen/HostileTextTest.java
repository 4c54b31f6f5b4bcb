package org.calque.codegen;

import static java.lang.String.CASE_INSENSITIVE_ORDER;
import static java.util.Comparator.comparing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.calque.trace.TraceTensor.floats;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.calque.trace.TraceJson;
import org.calque.trace.TraceTensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever text a trace holds, the source generated from it compiles without a warning. */
class HostileTextTest {
  private static final String RELU = "aten::relu(Tensor self) -> Tensor";

  private static final List<String> NAMES =
      List.of(
          "class",
          "new",
          "int",
          "for",
          "default",
          "null",
          "true",
          "_",
          "var",
          "record",
          "yield",
          "Replay",
          "replay",
          "Tensors",
          "Opened",
          "opened",
          "NAME",
          "SLOTS",
          "String",
          "Double",
          "Object",
          "Override",
          "State",
          "Scope",
          "Constant",
          "Slot",
          "Slots",
          "Dropped",
          "Call",
          "Layout",
          "DataType",
          "Values",
          "Uniform",
          "Workload",
          "Benchmark",
          "Level",
          "TimeUnit",
          "Math",
          "java",
          "org",
          "step",
          "Step",
          "run",
          "close",
          "Checkpoint",
          "Integer",
          "Generated",
          "Hostile",
          "forward",
          "Forward",
          "ForwardEntry",
          "1",
          "42nd",
          "Class",
          "Record",
          "Void");

  static List<String> texts() {
    return List.of(
        "*/ class X {",
        "/* //",
        "\\u000a}",
        "\\u002a\\u002f",
        "\\",
        "\\\\u0022",
        "\"quoted\" + \"",
        "'",
        "line\nbreak\r\ttab",
        "nul \0 here",
        "\u2028\u0085",
        "\ud83d\ude00 \u00e9 \u4f60",
        "half an emoji \ud83d",
        "$L $S $T $N $$ $[ $] $W $Z $>",
        "{@code } @Override",
        "<b>&amp;</b>",
        "%s %n %",
        "",
        " ",
        "x".repeat(10_000),
        "(",
        "module: a..b. (T)",
        "module: 0.1.2 (Linear)");
  }

  @ParameterizedTest
  @MethodSource("texts")
  void textAnywhereInATrace(String text) {
    compile("hostile", hostile(List.of(text)));
  }

  @Test
  void aStringLongerThanAClassFileCanHold() {
    compile("long", hostile(List.of("\u4f60".repeat(70_000))));
  }

  @Test
  void twoHundredRandomSetsOfLabels() {
    Random random = new Random(20_230_617);
    TraceJson json = new TraceJson();
    for (int set = 0; set < 200; set++) {
      List<String> labels = new ArrayList<>();
      for (int i = random.nextInt(5); i >= 0; i--) {
        labels.add(randomText(random));
      }
      addTo(json, labels);
    }
    compile("fuzz", json);
  }

  private static String randomText(Random random) {
    String alphabet = "\\u00a2*/\"'$@{}<>&\n\r\t\0 .:()[]#aAbB_-\ud83d\ude00é";
    StringBuilder text = new StringBuilder(random.nextBoolean() ? "module: " : "");
    for (int i = random.nextInt(20); i >= 0; i--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.append(random.nextBoolean() ? " (Type)" : "").toString();
  }

  @Test
  void modulesAndOperatorsWithNamesThatMeanSomethingInJava() {
    TraceJson json = new TraceJson();
    NAMES.forEach(name -> addModule(json, name));

    compile("names", json);
  }

  @Test
  void workloadsWithNamesThatMeanSomethingInJava() {
    TraceJson json = new TraceJson();
    addModule(json, "block");

    CompiledBenchmark.all(
        NAMES.stream()
            .map(name -> GeneratedFrom.json(name, json))
            .filter(
                new TreeSet<>(comparing(GeneratedBenchmark::className, CASE_INSENSITIVE_ORDER))
                    ::add)
            .toList());
  }

  private static void addModule(TraceJson json, String name) {
    TraceTensor x = floats(1, 2, 3);
    TraceTensor y = floats(2, 2, 3);
    TraceJson.Node module = json.label("module: " + name + " (Module)");
    json.call("aten::clamp(Tensor self, Scalar? min=None) -> Tensor")
        .takes(x, Double.NEGATIVE_INFINITY)
        .gives(y)
        .inside(module);
    json.call("aten::" + name + "(Tensor(a!) self) -> Tensor(a!)").takes(y).gives(y).inside(module);
  }

  @Test
  void aTrainingStepWhoseModulesAreNamedAsItsPhases() {
    TraceJson json = new TraceJson();
    TraceTensor x = floats(1, 2, 3);
    for (String name : List.of("ForwardEntry", "OptimizerEntry", "Forward", "runForward")) {
      TraceJson.Node label = json.label(name);
      json.call(RELU).takes(x).gives(floats(2, 2, 3)).attribute("seq_id", 1L).inside(label);
    }
    TraceJson.Node backward = json.label("Backward").backwardOf(1);
    json.call(RELU).takes(x).gives(floats(3, 2, 3)).inside(backward);
    TraceJson.Node optimizer = json.label("Optimizer.step#SGD.step");
    json.call(RELU).takes(x).gives(floats(4, 2, 3)).inside(optimizer);

    CompiledBenchmark.all(
        Stream.of("step", "forward_entry", "forward", "optimizer_entry")
            .map(workload -> GeneratedFrom.json(workload, json))
            .toList());
  }

  @Test
  void namesThatDifferInCaseOnly() {
    TraceJson json = new TraceJson();
    for (String name : List.of("block", "Block", "BLOCK", "bLOCK", "block_2", "Block_2")) {
      TraceJson.Node label = json.label(name);
      json.call(RELU).takes(floats(1, 2)).gives(floats(2, 2)).inside(label);
    }
    compile("names", json);
  }

  @Test
  void operatorsWhoseNamesEndInADigit() {
    // log2 as step 3 and log as step 23 would both be log23.
    TraceJson json = new TraceJson();
    for (int step = 0; step < 30; step++) {
      String name = step == 3 ? "log2" : "log";
      json.call("aten::" + name + "(Tensor self) -> Tensor")
          .takes(floats(1, 2))
          .gives(floats(2, 2));
    }
    compile("digits", json);
  }

  private static TraceJson hostile(List<String> texts) {
    TraceJson json = new TraceJson();
    addTo(json, texts);
    return json;
  }

  /** Puts each text everywhere: around operators, into their names, arguments and devices. */
  private static void addTo(TraceJson json, List<String> texts) {
    TraceTensor x = floats(1, 2, 3);
    for (String text : texts) {
      TraceJson.Node label = json.label(text);
      TraceJson.Node module = json.label("module: " + text + " (T)");
      json.call("aten::" + text + "(Tensor self, str " + text + "='" + text + "') -> Tensor")
          .takes(x, text, List.of(text, 1L))
          .gives(floats(2, 2, 3))
          .inside(label);
      json.call(RELU).takes(x).gives(floats(3, 2, 3)).inside(module);
      json.call(text).takes(x.type(text)).gives(floats(4, 2, 3)).inside(label);
    }
  }

  private static void compile(String workload, TraceJson json) {
    GeneratedBenchmark benchmark = GeneratedFrom.json(workload, json);
    assertThat(benchmark.files().values())
        .allMatch(text -> StandardCharsets.US_ASCII.newEncoder().canEncode(text));
    CompiledBenchmark.of(benchmark);
  }
}
