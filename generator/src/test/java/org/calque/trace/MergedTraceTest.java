package org.calque.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.calque.replay.OperatorCalls;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Execution traces into which a linker has merged a Kineto trace ("ET+"): nodes with times, and
 * kernels as nodes. No such file is public; these are a real trace, merged as the linkers do it.
 */
class MergedTraceTest {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final long KERNEL_MICROS = 7;

  private final ExecutionTrace original = ExecutionTraceReader.read(RealTraces.mlp());
  private ObjectNode document;
  private List<ObjectNode> nodes;

  @BeforeEach
  void parse() {
    document = (ObjectNode) JSON.readTree(TraceText.text(RealTraces.mlp()));
    nodes = new ArrayList<>();
    document.get("nodes").forEach(node -> nodes.add((ObjectNode) node));
    nodes.sort(Comparator.comparingLong(node -> node.get("id").longValue()));
  }

  private ExecutionTrace read(List<ObjectNode> merged) {
    ArrayNode array = JSON.createArrayNode();
    merged.forEach(array::add);
    document.set("nodes", array);
    return TraceText.read(document.toPrettyString());
  }

  private static boolean isOperator(JsonNode node) {
    return node.get("name").stringValue().startsWith("aten::");
  }

  /** As the Chakra linker does since 2024: new ids from 0, kernels as copies of their operators. */
  private List<ObjectNode> linked() {
    Map<Long, Long> ids = new HashMap<>();
    long next = 0;
    for (ObjectNode node : nodes) {
      ids.put(node.get("id").longValue(), next);
      next += isOperator(node) ? 2 : 1;
    }
    List<ObjectNode> merged = new ArrayList<>();
    for (ObjectNode node : nodes) {
      long old = node.get("id").longValue();
      node.put("id", ids.get(old));
      node.put("ctrl_deps", ids.get(node.get("ctrl_deps").longValue()));
      merged.add(node);
      if (isOperator(node)) {
        node.put("inclusive_dur", 20.5).put("exclusive_dur", 3).put("ts", 1000.25 + old);
        ObjectNode kernel = node.deepCopy();
        kernel.put("id", ids.get(old) + 1).put("ctrl_deps", ids.get(old));
        kernel.put("name", "void at::native::kernel<4, \"x\">").put("cat", "kernel");
        kernel.put("ph", "X").put("inclusive_dur", KERNEL_MICROS).put("stream", 7);
        merged.add(kernel);
      }
    }
    return merged;
  }

  @Test
  void kernelsAreNoOperators() {
    ExecutionTrace trace = read(linked());

    assertThat(trace.repairs()).isEmpty();
    assertThat(trace.size()).isEqualTo(original.size());
    assertThat(OperatorCalls.of(trace)).isEqualTo(OperatorCalls.of(original));
  }

  @Test
  void nodesHaveTheirTimesAndThoseOfTheirKernels() {
    ExecutionTrace trace = read(linked());

    Timings timings = trace.timings().orElseThrow();
    long operators = nodes.stream().filter(MergedTraceTest::isOperator).count();
    assertThat(timings.join())
        .isEqualTo(
            new Timings.Join(
                Timings.Method.RECORDED,
                (int) operators,
                trace.size(),
                (int) operators,
                (int) operators,
                1,
                1,
                true,
                ""));
    for (TraceNode node : trace.nodes()) {
      boolean operator = node.name().startsWith("aten::");
      assertThat(timings.hasTime(node.index())).isEqualTo(operator);
      if (operator) {
        assertThat(timings.durationNanos(node.index())).isEqualTo(20_500);
        assertThat(timings.streams(node.index())).containsExactly(7);
        assertThat(timings.deviceNanos(node.index()))
            .isEqualTo(KERNEL_MICROS * 1_000 * timings.deviceEvents(node.index()));
      }
    }
    assertThat(timings.deviceEvents(0)).isEqualTo((int) operators);
  }

  @Test
  void kernelsOfTheOldLinkerAreTimelineEventsWithTheirStreamInside() {
    List<ObjectNode> merged = new ArrayList<>(nodes);
    ObjectNode operator =
        nodes.stream().filter(MergedTraceTest::isOperator).findFirst().orElseThrow();
    operator.put("dur", 12).put("ts", 5);
    ObjectNode event = JSON.createObjectNode();
    event.put("ph", "X").put("cat", "kernel").put("name", "void gemm()").put("pid", 0);
    event.put("ts", 9).put("dur", 3);
    event.putObject("args").put("External id", 4).put("stream", 13).put("device", 0);
    event.put("parent", operator.get("id").longValue()).put("id", 1_000_000);
    event.putArray("inputs");
    merged.add(event);

    ExecutionTrace trace = read(merged);

    Timings timings = trace.timings().orElseThrow();
    int index = trace.node(operator.get("id").longValue()).index();
    assertThat(trace.size()).isEqualTo(original.size());
    assertThat(timings.durationNanos(index)).isEqualTo(12_000);
    assertThat(timings.deviceNanos(index)).isEqualTo(3_000);
    assertThat(timings.streams(index)).containsExactly(13);
  }

  @Test
  void parentsThatALinkerDidNotRenumberAreNotBelieved() {
    List<ObjectNode> merged = new ArrayList<>();
    long next = 0;
    for (ObjectNode node : nodes) {
      JsonNode parent = node.remove("ctrl_deps");
      node.set("parent", parent);
      node.put("id", next++);
      merged.add(node);
    }

    ExecutionTrace trace = read(merged);

    assertThat(trace.repairs())
        .extracting(Repair::kind, Repair::count)
        .containsExactly(
            org.assertj.core.api.Assertions.tuple(Repair.Kind.MISSING_PARENT, trace.size() - 1));
    assertThat(trace.children(trace.at(0))).hasSize(trace.size() - 1);
  }

  @Test
  void aTraceWithoutTimesHasNone() {
    assertThat(original.timings()).isEmpty();
  }
}
