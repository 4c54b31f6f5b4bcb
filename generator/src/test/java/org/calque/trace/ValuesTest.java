package org.calque.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.calque.trace.TraceValue.Int;
import org.calque.trace.TraceValue.None;
import org.calque.trace.TraceValue.Opaque;
import org.calque.trace.TraceValue.Real;
import org.calque.trace.TraceValue.Sequence;
import org.junit.jupiter.api.Test;

/** What nodes take and give, of each kind that the format has. */
class ValuesTest {

  /** A 1.0.1 trace of one node; each value with its shape and type. */
  private static TraceNode node(String values, String shapes, String types) {
    return TraceText.read(
            "{\"schema\": \"1.0.1\", \"nodes\": [{\"name\": \"x\", \"id\": 2, \"parent\": 2,"
                + " \"inputs\": "
                + values
                + ", \"input_shapes\": "
                + shapes
                + ", \"input_types\": "
                + types
                + ", \"outputs\": [], \"output_shapes\": [], \"output_types\": []}]}")
        .node(2);
  }

  private static List<TensorReference> tensors(ExecutionTrace trace) {
    List<TensorReference> tensors = new ArrayList<>();
    for (TraceNode node : trace.nodes()) {
      node.inputTensors().stream().filter(tensor -> tensor != null).forEach(tensors::add);
    }
    return tensors;
  }

  @Test
  void aTensorOfTheOldFormHasNoDevice() {
    TraceNode node = node("[[5, 6, 0, 8, 4]]", "[[2, 4]]", "[\"Tensor(float)\"]");

    TensorReference tensor = (TensorReference) node.inputs().get(0);
    assertThat(tensor.device()).isEmpty();
    assertThat(tensor.sizes()).containsExactly(2, 4);
    assertThat(tensor.strides()).isNull();
    assertThat(tensor.layoutStrides()).containsExactly(4, 1);
  }

  @Test
  void longAndLongIntAreOneType() {
    TraceNode node =
        node(
            "[[1, 2, 0, 1, 8, \"cpu\"], [3, 4, 0, 1, 8, \"cpu\"]]",
            "[[1], [1]]",
            "[\"Tensor(long)\", \"Tensor(long int)\"]");

    assertThat(node.inputs())
        .extracting(value -> ((TensorReference) value).type())
        .containsExactly(ElementType.INT64, ElementType.INT64);
  }

  @Test
  void infinitiesAndNanComeAsStringsAndAsBareWords() {
    TraceNode node =
        node(
            "[\"inf\", \"-inf\", \"nan\", \"-nan\", inf, -inf, nan, -nan, NaN, -Infinity, 0.5]",
            "[[],[],[],[],[],[],[],[],[],[],[]]",
            "[" + "\"Double\", ".repeat(10) + "\"Double\"]");

    double infinity = Double.POSITIVE_INFINITY;
    assertThat(node.inputs())
        .extracting(value -> ((Real) value).value())
        .containsExactly(
            infinity,
            -infinity,
            Double.NaN,
            Double.NaN,
            infinity,
            -infinity,
            Double.NaN,
            Double.NaN,
            Double.NaN,
            -infinity,
            0.5);
  }

  @Test
  void listsAndTuplesNest() {
    TraceNode node =
        node(
            "[[[1, 2], [[5, 6, 0, 8, 4, \"cpu\"], \"<None>\"]]]",
            "[[[[], []], [[8], []]]]",
            "[\"Tuple[GenericList[Int,Int],GenericList[Tensor(float),None]]\"]");

    Sequence tuple = (Sequence) node.inputs().get(0);
    assertThat(tuple.elements().get(0)).isEqualTo(new Sequence(List.of(new Int(1), new Int(2))));
    Sequence tensors = (Sequence) tuple.elements().get(1);
    assertThat(tensors.elements().get(0)).isInstanceOf(TensorReference.class);
    assertThat(tensors.elements().get(1)).isEqualTo(new None());
  }

  @Test
  void valuesThatTheFormatCannotShowKeepTheirKind() {
    TraceNode node =
        node(
            "[\"<Generator>\", \"<Object>\", \"<Int>\", \"<None>\"]",
            "[[], [], [], []]",
            "[\"Generator\", \"Object\", \"Int\", \"Int\"]");

    assertThat(node.inputs())
        .containsExactly(
            new Opaque("Generator"), new Opaque("Object"), new Opaque("Int"), new None());
  }

  @Test
  void anUndefinedTensorIsNoValueButCountsAsATensor() {
    TraceNode node =
        node(
            "[[1, 0, 0, 0, 0, \"\"], \"<None>\", [3, 4, 0, 1, 8, \"cpu\"]]",
            "[[], [], [1]]",
            "[\"Tensor(nullptr (uninitialized))\", \"None\", \"Tensor(long int)\"]");

    assertThat(node.inputs().subList(0, 2)).containsExactly(new None(), new None());
    assertThat(node.inputTensors()).hasSize(2).startsWith((TensorReference) null);
  }

  @Test
  void listsShorterThanTheValuesLeaveTheRestUnknown() {
    TraceNode node =
        node("[1, [5, 6, 0, 8, 4, \"cpu\"], 3]", "[[]]", "[\"Int\", \"Tensor(float)\"]");

    assertThat(node.inputs()).containsExactly(new Int(1), new Opaque("Tensor(float)"), new None());
  }

  @Test
  void aTritonNodeHasFewerStridesThanValues() {
    ExecutionTrace trace =
        PublicTracesTest.readAll(RealTraces.fixture("param/pt2_et.json.tar.gz")).get(0);

    TraceNode kernel =
        trace.nodes().stream()
            .filter(node -> node.attributes().containsKey("kernel_backend"))
            .findFirst()
            .orElseThrow();
    assertThat(kernel.attributes().get("kernel_backend")).isEqualTo(new TraceValue.Text("triton"));
    assertThat(kernel.inputs()).last().isInstanceOf(Int.class);
    assertThat(kernel.inputTensors()).isNotEmpty().allMatch(tensor -> tensor.strides() != null);
  }

  @Test
  void everyElementTypeOfPyTorchIsKnown() {
    Set<ElementType> types =
        tensors(RealTraces.recorded("values")).stream()
            .map(TensorReference::type)
            .collect(Collectors.toSet());

    assertThat(types)
        .contains(
            ElementType.FLOAT8_E4M3FN,
            ElementType.FLOAT8_E8M0FNU,
            ElementType.UINT64,
            ElementType.QUINT8,
            ElementType.COMPLEX32,
            ElementType.BFLOAT16);
    assertThat(RealTraces.recorded("values").nodes())
        .allSatisfy(
            node ->
                assertThat(node.inputs()).noneMatch(value -> value.toString().contains("Tensor(")));
  }

  @Test
  void aListAtTheWritersLimitIsNamed() {
    ExecutionTrace trace = RealTraces.recorded("long_list");

    assertThat(trace.warnings())
        .singleElement()
        .asString()
        .startsWith("2 lists have 4097 elements");
    assertThat(trace.nodes())
        .anyMatch(
            node ->
                node.inputs().stream()
                    .anyMatch(
                        value -> value instanceof Sequence s && s.elements().size() == 4_097));
  }

  @Test
  void rangesCountUndefinedTensorsAndListsAsTheWriterDoes() {
    ExecutionTrace trace = RealTraces.recorded("tensor_range");

    List<TraceNode> ranged =
        trace.nodes().stream().filter(node -> !node.ranges().isEmpty()).toList();
    assertThat(ranged).hasSizeGreaterThan(50);
    TraceNode index =
        ranged.stream().filter(node -> node.name().equals("aten::index")).findFirst().orElseThrow();
    assertThat(index.inputTensors()).contains((TensorReference) null);
    // The tensor, the undefined index, the index: the defined ones are numbers 0 and 1.
    assertThat(index.ranges()).containsOnlyKeys(1);
  }

  @Test
  void attributesThatSayNothingAreNotKept() {
    ExecutionTrace trace = ExecutionTraceReader.read(RealTraces.mlp());

    Map<String, TraceValue> attributes = trace.node(3).attributes();
    assertThat(attributes).doesNotContainKeys("kernel_backend", "tensor_range", "op_schema");
  }

  @Test
  void communicationOfEveryVersionKeepsItsInputsAndAttributes() {
    TraceNode newer = communication("param/resnet_et.json.gz", "record_param_comms");
    TraceNode older = communication("astra-sim/megatron_et_0.json.gz", "record_param_comms");

    assertThat(newer.attributes()).containsKeys("collective_name", "dtype", "pg_name", "pg_desc");
    assertThat(older.attributes()).doesNotContainKey("collective_name");
    assertThat(older.inputs()).anyMatch(TraceValue.Text.class::isInstance);
    TraceNode groups = communication("param/resnet_et.json.gz", "## process_group:init ##");
    assertThat(groups.inputs()).singleElement().asString().contains("\"pg_desc\": \"default_pg\"");
  }

  private static TraceNode communication(String file, String name) {
    return ExecutionTraceReader.read(RealTraces.fixture(file)).nodes().stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
