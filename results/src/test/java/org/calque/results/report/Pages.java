package org.calque.results.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.JmhFormat;
import org.calque.results.Run;
import org.calque.results.Samples;
import org.calque.results.Status;
import org.calque.results.WorkloadFacts;
import org.calque.results.WorkloadFacts.OperatorTime;
import tools.jackson.databind.node.ObjectNode;

/** Runs to make pages of. */
final class Pages {
  /** Names that try to leave the place where they stand. */
  static final List<String> HOSTILE =
      List.of(
          "</script><script>alert(1)</script>",
          "<!--<script>",
          "<img src=x onerror=alert(1)>",
          "\"'`&<>{{main}}$1\\",
          "a\u0000b\u0007c\u001b[31md\u2028e\u2029f",
          "\u202Egnp.exe",
          "\u05E9\u05DC\u05D5\u05DD \u0645\u0631\u062D\u0628\u0627",
          "n".repeat(300));

  private Pages() {}

  /** A workload over batch sizes and element types, with one cell that ran out of memory. */
  static Run parameters(double factor) {
    List<Entry> entries = new ArrayList<>();
    for (String method : List.of("forward", "step")) {
      for (String type : List.of("float", "half")) {
        for (int batch : new int[] {8, 16, 128}) {
          Map<String, String> params = Map.of("batch", Integer.toString(batch), "type", type);
          String name = "org.example.Mlp." + method;
          if (batch == 128 && type.equals("float")) {
            BenchmarkKey key = new BenchmarkKey(name, "avgt", 1, params);
            entries.add(
                Entry.without(key, Status.OUT_OF_MEMORY, "the heap is full").ofWorkload("mlp"));
          } else {
            double time = batch * factor * (type.equals("half") ? 0.6 : 1);
            entries.add(Samples.entry(name, "avgt", 1, params, "us/op", Samples.around(time, 6)));
          }
        }
      }
    }
    List<OperatorTime> operators = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      operators.add(new OperatorTime("aten::op" + i, i + 1, 1_000_000L - 40_000L * i));
    }
    WorkloadFacts facts = Samples.WORKLOAD;
    return Samples.run(entries.toArray(Entry[]::new))
        .withWorkloads(
            List.of(
                new WorkloadFacts(
                    facts.name(),
                    facts.traceFile(),
                    facts.traceSha256(),
                    facts.itemsPerStep(),
                    facts.itemUnit(),
                    facts.operatorCount(),
                    facts.coverage(),
                    operators,
                    facts.setup())));
  }

  /** Runs with a step at the seventh, and a failure. */
  static List<Run> history() {
    List<Run> runs = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      double time = i < 6 ? 10 : 12;
      Entry second =
          i == 3
              ? Entry.failed(Samples.key("org.example.Mlp.loss"), "out of luck").ofWorkload("mlp")
              : Samples.time("org.example.Mlp.loss", 5 + i % 2 * 0.01);
      Run run = Samples.run(Samples.time("org.example.Mlp.step", time + i % 3 * 0.01), second);
      Instant start = Instant.parse("2026-10-01T06:00:00Z").plusSeconds(86_400L * i);
      runs.add(
          new Run(
              run.formatVersion(),
              run.id(),
              start,
              start.plusSeconds(60),
              run.arguments(),
              run.machine(),
              run.software(),
              run.workloads(),
              run.entries()));
    }
    return runs;
  }

  /** Each of the names as benchmark, parameter, workload and cause. */
  static Run hostile() {
    List<Entry> entries = new ArrayList<>();
    List<WorkloadFacts> workloads = new ArrayList<>();
    for (String name : HOSTILE) {
      ObjectNode record = (ObjectNode) Samples.time("a.B.c", 1, 2, 3).jmh().tree();
      record.put("benchmark", "a.B." + name);
      record.putObject("params").put(name, name);
      entries.add(JmhFormat.entries("[" + record + "]").get(0).ofWorkload(name));
      BenchmarkKey key = new BenchmarkKey(name, "avgt", 1, Map.of(name, name));
      entries.add(Entry.failed(key, name).ofWorkload(name));
      workloads.add(
          new WorkloadFacts(
              name,
              name,
              null,
              32L,
              name,
              1,
              null,
              List.of(new OperatorTime(name, 1, 1000)),
              null));
    }
    return Samples.run(entries.toArray(Entry[]::new)).withWorkloads(workloads);
  }
}
