package org.calque.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.function.UnaryOperator;
import org.calque.replay.ProgramBuilder;
import org.calque.replay.ReplayProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damage that is repaired: the program is that of the whole file, and the repair is listed. */
class RepairTest {
  private static final String WHOLE = TraceText.text(RealTraces.mlp());
  private static final ReadOptions STRICT = new ReadOptions(ReadLimits.DEFAULT, true, bytes -> {});

  private static ReplayProgram program(ExecutionTrace trace) {
    ReplayProgram program = ProgramBuilder.build("mlp", trace);
    return new ReplayProgram(
        "mlp",
        new ExecutionTrace.Source("", "", ""),
        program.slots(),
        program.storageOf(),
        program.storages(),
        program.steps(),
        program.memory(),
        program.phases(),
        List.of());
  }

  /** The whole file with the first match of a pattern replaced. */
  private static UnaryOperator<String> replace(String pattern, String replacement) {
    return text -> {
      String damaged = text.replaceFirst(pattern, replacement);
      assertThat(damaged).as("the pattern fits").isNotEqualTo(text);
      return damaged;
    };
  }

  static List<Arguments> damages() {
    return List.of(
        damage("comma after the last node", Repair.Kind.STRAY_COMMA, "\\}\\s*\\]\\s*,", "},],"),
        damage("comma after the last value", Repair.Kind.STRAY_COMMA, "\"cpu\"\\],", "\"cpu\",],"),
        damage(
            "comma after a field",
            Repair.Kind.STRAY_COMMA,
            "\\]\\s*\\}\\s*,\\s*\\{\\s*\"id\"",
            "],},{\"id\""),
        damage(
            "two commas between nodes",
            Repair.Kind.STRAY_COMMA,
            "\\}\\s*,\\s*\\{\\s*\"id\"",
            "},,{\"id\""),
        damage(
            "no comma between nodes",
            Repair.Kind.MISSING_COMMA,
            "\\}\\s*,\\s*\\{\\s*\"id\"",
            "} {\"id\""),
        damage(
            "no comma between fields", Repair.Kind.MISSING_COMMA, ",\\s*\"inputs\"", " \"inputs\""),
        damage(
            "no comma between attributes",
            Repair.Kind.MISSING_COMMA,
            "\\},\\s*\\{\"name\": \"fw_parent\"",
            "} {\"name\": \"fw_parent\""),
        damage("no comma between values", Repair.Kind.MISSING_COMMA, "\"cpu\"\\],", "\"cpu\"]"),
        damage(
            "node not closed",
            Repair.Kind.MISSING_BRACKET,
            "\\}\\s*,\\s*\\{\\s*\"id\"",
            ",{\"id\""),
        damage(
            "attributes not closed",
            Repair.Kind.MISSING_BRACKET,
            "\\]\\s*\\}\\s*,\\s*\\{\\s*\"id\"",
            "},{\"id\""),
        damage(
            "an attribute not closed",
            Repair.Kind.MISSING_BRACKET,
            "\\},\\s*\\{\"name\": \"fw_parent\"",
            ",{\"name\": \"fw_parent\""),
        damage(
            "attributes and node not closed",
            Repair.Kind.MISSING_BRACKET,
            "\\}\\s*\\]\\s*\\}\\s*,\\s*\\{\\s*\"id\"",
            "},{\"id\""),
        damage(
            "inputs not closed",
            Repair.Kind.MISSING_BRACKET,
            "\\}\\s*,\\s*\"outputs\"",
            ", \"outputs\""),
        damage(
            "values not closed",
            Repair.Kind.MISSING_BRACKET,
            "\"cpu\"\\]\\]\\s*,\\s*\"shapes\"",
            "\"cpu\"], \"shapes\""),
        damage(
            "a tensor not closed", Repair.Kind.MISSING_BRACKET, "\"cpu\"\\],\\s*\\[", "\"cpu\",["),
        damage(
            "types not closed",
            Repair.Kind.MISSING_BRACKET,
            "\"\\]\\s*,\\s*\"strides\"",
            "\", \"strides\""),
        damage(
            "a sizes list not closed",
            Repair.Kind.MISSING_BRACKET,
            "(\"shapes\": \\[\\[[0-9, ]+)\\],",
            "$1,"),
        damage("end of file missing", Repair.Kind.CUT_OFF, "(?s)\\]\\s*,\\s*\"finish_ts\".*$", ""),
        damage("end of file half there", Repair.Kind.CUT_OFF, "(?s),\\s*\"finish_ts\".*$", ""),
        damage("text after the end", Repair.Kind.STRAY_TEXT, "(?s)$", " goodbye"),
        damage(
            "text between nodes",
            Repair.Kind.STRAY_TEXT,
            "\\}\\s*,\\s*\\{\\s*\"id\"",
            "}, #*!, {\"id\""),
        damage(
            "list of nodes ended too early",
            Repair.Kind.STRAY_TEXT,
            "\\}\\s*,\\s*\\{\\s*\"id\"",
            "}],{\"id\""));
  }

  private static Arguments damage(
      String what, Repair.Kind kind, String pattern, String replacement) {
    return Arguments.of(what, kind, replace(pattern, replacement));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("damages")
  void theProgramIsThatOfTheWholeFile(String what, Repair.Kind kind, UnaryOperator<String> damage) {
    String damaged = damage.apply(WHOLE);

    ExecutionTrace trace = TraceText.read(damaged);

    assertThat(trace.repairs()).extracting(Repair::kind).containsOnly(kind);
    assertThat(program(trace)).isEqualTo(program(TraceText.read(WHOLE)));
    assertThatThrownBy(() -> TraceText.read(damaged, STRICT))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining(kind.meaning())
        .hasMessageContaining("byte ")
        .hasMessageContaining("--strict");
  }

  @Test
  void aWholeFileNeedsNoRepairAndIsReadStrictly() {
    assertThat(TraceText.read(WHOLE, STRICT).repairs()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.02, 0.3, 0.5, 0.77, 0.99})
  void aCutKeepsEveryNodeBeforeIt(double part) {
    String cut = WHOLE.substring(0, (int) (WHOLE.length() * part));
    ExecutionTrace whole = TraceText.read(WHOLE);

    ExecutionTrace trace = TraceText.read(cut);

    assertThat(trace.isCutOff()).isTrue();
    int complete = cut.split("\"op_schema\".*?\\n? *\\]\\s*\\}", -1).length;
    assertThat(trace.size()).isBetween(1, complete);
    for (TraceNode node : trace.nodes()) {
      TraceNode same = whole.node(node.id());
      assertThat(node.name()).isEqualTo(same.name());
      assertThat(node.schema()).isEqualTo(same.schema());
      assertThat(node.inputs()).isEqualTo(same.inputs());
      assertThat(node.outputs()).isEqualTo(same.outputs());
      assertThat(cut).contains("\"id\": " + node.id() + ",");
    }
    int last = cut.lastIndexOf("\"id\": ");
    assertThat(trace.size())
        .as("all nodes but the one that is cut through")
        .isGreaterThanOrEqualTo(cut.substring(0, last).split("\"id\": ", -1).length - 1);
  }

  @Test
  void aRecordingThatWasKilledKeepsItsNodes() {
    ExecutionTrace trace = RealTraces.recorded("cut_off");

    assertThat(trace.size()).isEqualTo(179);
    assertThat(trace.repairs())
        .extracting(Repair::kind, Repair::count)
        .containsExactly(tuple(Repair.Kind.CUT_OFF, 1), tuple(Repair.Kind.MISSING_PARENT, 17));
  }

  @Test
  void aGzipThatIsCutOffKeepsWhatCameBefore() throws IOException {
    byte[] zipped = Files.readAllBytes(RealTraces.mlp());

    ExecutionTrace trace =
        TraceText.read(java.util.Arrays.copyOf(zipped, zipped.length / 2), ReadOptions.DEFAULT);

    assertThat(trace.isCutOff()).isTrue();
    assertThat(trace.size()).isBetween(20, 141);
  }

  @Test
  void namesThatPythonDidNotEscapeAreReadAsTheyWere() {
    ExecutionTrace trace = RealTraces.recorded("unescaped_names");

    assertThat(trace.size()).isEqualTo(62);
    assertThat(trace.repairs())
        .extracting(Repair::kind, Repair::count)
        .contains(tuple(Repair.Kind.UNESCAPED_TEXT, 5));
    List<String> names = trace.nodes().stream().map(TraceNode::name).toList();
    assertThat(names).anyMatch(name -> name.contains("\"")).anyMatch(name -> name.contains("\\"));
    assertThat(names).anyMatch(name -> name.contains("\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "say \"hi\"",
        "\"",
        "C:\\Users\\x",
        "ends with \\",
        "line\nbreak",
        "f(\"a\", \"b\")",
        "{\"key\": 1}",
        "]}, {",
        "a\tb\u0001"
      })
  void anUnescapedNameIsKeptWhole(String name) {
    String text =
        WHOLE.replaceFirst(
            "\"name\": \"ProfilerStep[^\"]*\"|\"name\": \"## [^\"]*\"|\"name\": \"calque[^\"]*\"",
            "\"name\": \"LABEL\"");
    assertThat(text).isNotEqualTo(WHOLE);

    ExecutionTrace trace = TraceText.read(text.replace("LABEL", name));

    assertThat(trace.nodes()).extracting(TraceNode::name).contains(name);
    assertThat(trace.size()).isEqualTo(TraceText.read(WHOLE).size());
    assertThat(program(trace).steps()).hasSameSizeAs(program(TraceText.read(WHOLE)).steps());
  }

  @Test
  void aNodeThatSaysSomethingImpossibleIsDroppedAndNamed() {
    TraceJson json = new TraceJson();
    json.call("aten::relu(Tensor self) -> Tensor").takes(TraceTensor.floats(1, -1));
    json.call("aten::relu(Tensor self) -> Tensor").takes(TraceTensor.floats(3, 8));

    ExecutionTrace trace = json.read();

    assertThat(trace.nodes()).extracting(TraceNode::id).containsExactly(1L, 3L);
    assertThat(trace.repairs())
        .singleElement()
        .asString()
        .contains("a node cannot be read and is dropped", "in node 2", "negative size");
  }

  @Test
  void aNodeThatIsThereTwiceIsKeptOnce() {
    int start = WHOLE.indexOf("{\n        \"id\"");
    String node = WHOLE.substring(start, WHOLE.indexOf("{\n        \"id\"", start + 1));

    ExecutionTrace trace = TraceText.read(WHOLE.replace(node, node + node));

    assertThat(trace.size()).isEqualTo(TraceText.read(WHOLE).size());
    assertThat(trace.repairs()).extracting(Repair::kind).containsExactly(Repair.Kind.REPEATED_NODE);
  }

  @Test
  void twoNodesOfOneIdAreBothKept() {
    TraceJson json = new TraceJson();
    json.call("aten::relu(Tensor self) -> Tensor").takes(TraceTensor.floats(1, 8));
    json.call("aten::neg(Tensor self) -> Tensor").takes(TraceTensor.floats(1, 8)).field("id", 2L);

    ExecutionTrace trace = json.read();

    assertThat(trace.nodes()).extracting(TraceNode::name).contains("aten::relu", "aten::neg");
    assertThat(trace.repairs()).extracting(Repair::kind).containsExactly(Repair.Kind.REUSED_ID);
  }

  @Test
  void orphansStayUnderTheRoot() {
    ExecutionTrace trace = RealTraces.recorded("orphans");

    assertThat(trace.repairs())
        .extracting(Repair::kind, Repair::count)
        .containsExactly(tuple(Repair.Kind.MISSING_PARENT, 2));
    TraceNode orphan = trace.node(30);
    assertThat(trace.parent(orphan)).hasValueSatisfying(root -> assertThat(root.id()).isOne());
    assertThat(trace.children(trace.node(1))).contains(orphan);
  }

  @Test
  void nodesInsideEachOtherAreTakenApart() {
    TraceJson json = new TraceJson();
    TraceJson.Node outer = json.label("outer");
    TraceJson.Node inner = json.label("inner").inside(outer);
    outer.inside(inner);
    TraceJson.Node self = json.label("self");
    self.inside(self);

    ExecutionTrace trace = json.read();

    assertThat(trace.repairs())
        .extracting(Repair::kind, Repair::count)
        .containsExactly(tuple(Repair.Kind.PARENT_CYCLE, 2));
    assertThat(trace.children(trace.node(1)))
        .extracting(TraceNode::id)
        .containsExactly(outer.id(), self.id());
    assertThat(trace.parent(trace.node(inner.id()))).hasValue(trace.node(outer.id()));
  }

  @Test
  void anUnknownSchemaIsReadByItsFieldsWithAWarning() {
    ExecutionTrace trace =
        TraceText.read(
            WHOLE
                .replace("1.1.1-chakra.0.0.4", "2.7.0-chakra.9")
                .replace("\"ctrl_deps\"", "\"new_field\": {\"a\": [1, {}]}, \"ctrl_deps\""));

    assertThat(trace.warnings())
        .containsExactly(
            "schema \"2.7.0-chakra.9\" is unknown; it is read as far as its fields are known");
    assertThat(trace.repairs()).isEmpty();
    assertThat(program(trace)).isEqualTo(program(TraceText.read(WHOLE)));
  }

  @Test
  void oneMissingQuoteCostsOneNodeAtMost() {
    String damaged = WHOLE.replaceFirst("\"Tensor\\(float\\)\",", "\"Tensor(float),");
    assertThat(damaged).isNotEqualTo(WHOLE);

    ExecutionTrace trace = TraceText.read(damaged);

    assertThat(trace.size()).isGreaterThanOrEqualTo(TraceText.read(WHOLE).size() - 1);
  }
}
