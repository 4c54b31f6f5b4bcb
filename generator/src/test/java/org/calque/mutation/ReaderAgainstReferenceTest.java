package org.calque.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;
import org.junit.jupiter.api.Test;

/** What the reader makes of undamaged traces is what the plainest reader makes of them. */
class ReaderAgainstReferenceTest {
  @Test
  void everyNodeOfEveryRealTrace() {
    SourceTraces.forEach(ReaderAgainstReferenceTest::assertSame);
  }

  private static void assertSame(String name, byte[] json) {
    ExecutionTrace trace = Sample.read(json, true);
    List<ReferenceReader.Node> wanted =
        ReferenceReader.read(json).stream()
            .sorted(Comparator.comparingLong(ReferenceReader.Node::id))
            .toList();
    assertThat(trace.size()).as(name).isEqualTo(wanted.size());
    for (int i = 0; i < wanted.size(); i++) {
      assertThat(node(trace.at(i))).as(name).isEqualTo(wanted.get(i));
    }
  }

  private static ReferenceReader.Node node(TraceNode node) {
    return new ReferenceReader.Node(
        node.id(),
        node.name(),
        node.parent(),
        node.schema(),
        node.scope(),
        node.thread(),
        node.sequence(),
        node.recordFunction(),
        List.copyOf(node.inputs()),
        List.copyOf(node.outputs()),
        node.attributes());
  }
}
