package org.calque.results.report;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.calque.results.Accelerator;
import org.calque.results.BenchmarkKey;
import org.calque.results.Entry;
import org.calque.results.JmhFormat;
import org.calque.results.MeasuredPower;
import org.calque.results.Run;
import org.calque.results.Samples;
import org.calque.results.Status;
import org.calque.results.WorkloadFacts;
import org.calque.results.WorkloadFacts.OperatorTime;
import org.calque.results.WorkloadSetup;
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

  /** A cause as the launcher writes it, longer than a chart is wide. */
  static final String TOO_LARGE =
      "its tensors need 468 MiB at node 3239 (aten::convolution_backward), and 400 MiB of 21288"
          + " MiB available may be taken";

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

  /** A step whose two forks kept the power of a package and of a GPU, which drew 50 and 300 W. */
  static Run power() {
    MeasuredPower.Sensor cpu =
        new MeasuredPower.Sensor(
            "rapl.package-0", "intel-rapl:0", "cpu package", "all processes", 0.001, 0.01, 0.0);
    MeasuredPower.Sensor gpu =
        new MeasuredPower.Sensor("nvml.gpu0", "GPU-1", "gpu", "all processes", null, 0.1, 0.0);
    MeasuredPower.Energy package0 = energy("rapl.package-0", 50, "valid", null);
    MeasuredPower.Energy tooShort =
        energy("nvml.gpu0", null, "below_resolution", "1 s is too short, take 5 s");
    List<MeasuredPower.Fork> forks = new ArrayList<>();
    for (int fork = 0; fork < 2; fork++) {
      forks.add(
          new MeasuredPower.Fork(
              0,
              List.of(),
              List.of(
                  new MeasuredPower.Iteration(
                      1, 2, List.of(package0, energy("nvml.gpu0", 300, "valid", null))),
                  new MeasuredPower.Iteration(3, 4, List.of(package0, tooShort))),
              List.of(sampling("rapl.package-0", 500, 50), sampling("nvml.gpu0", 50, 300))));
    }
    Entry step = Samples.time("org.example.Mlp.step", 9, 10);
    return Samples.run(
        step.with(new MeasuredPower(List.of(cpu, gpu), List.of(), forks)),
        Samples.time("org.example.Mlp.forward", 4, 5));
  }

  /**
   * A processor and a GPU on a ladder of batch sizes: one at 80,000 tokens a second until its
   * memory is full, one faster at each size until it fails.
   */
  static List<Run> ladder() {
    Run cpu =
        ladder(
            rung(4, "cpu", 50),
            rung(8, "cpu", 100),
            rung(16, "cpu", Status.OUT_OF_MEMORY, TOO_LARGE),
            rung(32, "cpu", Status.SKIPPED, "batch 16 of the series ran out of memory"));
    Run gpu =
        ladder(
            rung(8, "cuda", 80),
            rung(16, "cuda", 100),
            rung(32, "cuda", Status.FAILED, "aten::foo is not bound"));
    Accelerator h200 = new Accelerator("NVIDIA H200", "GPU-1", 1L << 37, "580.1", 1980, 3201);
    return List.of(
        cpu,
        new Run(
            gpu.formatVersion(),
            gpu.id(),
            gpu.started(),
            gpu.finished(),
            gpu.arguments(),
            gpu.machine().withAccelerators(List.of(h200)),
            gpu.software(),
            gpu.workloads(),
            gpu.entries()));
  }

  private static Run ladder(Entry... rungs) {
    List<WorkloadFacts> workloads = new ArrayList<>();
    for (Entry rung : rungs) {
      long batch = Long.parseLong(rung.workload().substring("mlp_b".length()));
      workloads.add(rungFacts(rung.workload(), batch));
    }
    return Samples.run(rungs).withWorkloads(workloads);
  }

  private static WorkloadFacts rungFacts(String name, long batch) {
    WorkloadSetup.Caraml caraml = Samples.WORKLOAD.setup().caraml();
    WorkloadSetup setup =
        new WorkloadSetup(
            "mlp_ladder", batch, batch, 1L, null, 676L, 4056.0, "6 x parameters", "bf16", caraml);
    return new WorkloadFacts(name, name, null, batch, "tokens", 1, null, List.of(), setup);
  }

  /** A step that takes so long on a package of 72 W, or with a GPU of 720 W. */
  private static Entry rung(int batch, String device, double micros) {
    boolean cpu = device.equals("cpu");
    double joules = (cpu ? 72 : 720) * micros;
    MeasuredPower.Sensor sensor =
        cpu
            ? new MeasuredPower.Sensor("rapl.package-0", "0", "cpu package", "all", 0.1, 0.1, 0.0)
            : new MeasuredPower.Sensor("nvml.gpu0", "GPU-1", "gpu", "all", 0.1, 0.1, 0.0);
    return Samples.timeAnd(
            "org.example.MlpB" + batch + ".step",
            Map.of("device", device),
            new double[] {0.99 * micros, 1.01 * micros},
            "energy." + sensor.id(),
            "uJ/op",
            0.99 * joules,
            1.01 * joules)
        .ofWorkload("mlp_b" + batch)
        .with(new MeasuredPower(List.of(sensor), List.of(), List.of()));
  }

  private static Entry rung(int batch, String device, Status status, String cause) {
    String benchmark = "org.example.MlpB" + batch + ".step";
    BenchmarkKey key = new BenchmarkKey(benchmark, "avgt", 1, Map.of("device", device));
    return Entry.without(key, status, cause).ofWorkload("mlp_b" + batch);
  }

  private static MeasuredPower.Energy energy(
      String sensor, Integer watts, String validity, String reason) {
    Double joules = watts == null ? null : (double) watts;
    return new MeasuredPower.Energy(
        sensor, null, joules, joules, null, joules, joules, 9, 0.1, validity, reason);
  }

  /** Samples of five seconds that swing by 2 W, with one spike of twice the power. */
  private static MeasuredPower.Sampling sampling(String sensor, int samples, double watts) {
    List<Double> seconds = new ArrayList<>();
    List<Double> power = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      seconds.add(i * 5.0 / samples);
      power.add(i == samples / 2 + 1 ? 2 * watts : watts + i % 3 - 1);
    }
    return new MeasuredPower.Sampling(sensor, samples, 0.01, 0.1, seconds, power);
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
