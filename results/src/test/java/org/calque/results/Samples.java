package org.calque.results;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Runs for tests: real files of JMH, and made-up records whose fork means are known. */
public final class Samples {
  /** Digest of the trace of {@link #WORKLOAD}. */
  public static final String DIGEST = "ab12".repeat(16);

  /** A workload of which everything is replayed. */
  public static final WorkloadFacts WORKLOAD =
      new WorkloadFacts(
          "mlp",
          "mlp_train.et.json.gz",
          DIGEST,
          32L,
          "image",
          12,
          new Coverage(
              "cpu",
              new Coverage.Amount(200, 960_000),
              new Coverage.Amount(8, 30_000),
              new Coverage.Amount(2, 10_000),
              Coverage.Amount.NONE,
              List.of(
                  new Coverage.Named(
                      "aten::record_stream",
                      "skipped",
                      new Coverage.Amount(2, 10_000),
                      "all operators run on one stream")),
              Map.of("allreduce", 4)),
          List.of(new WorkloadFacts.OperatorTime("aten::addmm", 12, 960_000)),
          new WorkloadSetup(
              "mlp",
              32L,
              8L,
              4L,
              null,
              676L,
              4056.0,
              "6 x parameters",
              "float32",
              new WorkloadSetup.Caraml("llm", "GPT", "676", "Synthetic", "whole model")));

  /** The same with two calls left out of its step. */
  public static final WorkloadFacts PARTIAL_WORKLOAD =
      new WorkloadFacts(
          WORKLOAD.name(),
          WORKLOAD.traceFile(),
          WORKLOAD.traceSha256(),
          WORKLOAD.itemsPerStep(),
          WORKLOAD.itemUnit(),
          WORKLOAD.operatorCount(),
          new Coverage(
              "cpu",
              new Coverage.Amount(208, 990_000),
              Coverage.Amount.NONE,
              Coverage.Amount.NONE,
              new Coverage.Amount(2, 10_000),
              List.of(
                  new Coverage.Named(
                      "aten::foo.out",
                      "impossible",
                      new Coverage.Amount(2, 10_000),
                      "is unknown to LibTorch 2.13.0")),
              Map.of()),
          List.of(),
          null);

  /** A machine of which the load average alone is unknown. */
  public static final Machine MACHINE =
      new Machine(
          "bench1",
          "Linux",
          "6.1.0",
          "amd64",
          "AMD EPYC 7R13",
          8,
          1L << 34,
          null,
          new MachineSetting(
              4,
              "performance",
              3600,
              null,
              null,
              List.of("rapl.package-0"),
              new Clocks(1200, 3500, 2400, true),
              List.of(new PowerCap("rapl.package-0 long_term", 125))),
          List.of());

  private Samples() {}

  /** A file that JMH 1.37 wrote. */
  public static Path jmhFile(String name) {
    try {
      return Path.of(Samples.class.getResource("/jmh/" + name + ".json").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The run in a file that JMH 1.37 wrote. */
  public static Run jmhRun(String name) {
    try {
      return RunFormat.read(jmhFile(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A finished run of {@link #WORKLOAD}. */
  public static Run run(Entry... entries) {
    NativeLibrary torch = new NativeLibrary("LibTorch", "2.13.0", "gcc 13, OpenBLAS", "bundled");
    Jvm jvm = new Jvm("17.0.15", "OpenJDK 64-Bit Server VM", "17.0.15+6", List.of("-Xmx2g"));
    Software software =
        new Software(
            "0.1.0",
            jvm,
            List.of(torch),
            new TreeMap<>(),
            new Checkout("c0ffee".repeat(6) + "c0ff", false));
    Run run = Run.start(List.of("Mlp", "-f", "6"), MACHINE, software, List.of(WORKLOAD));
    return run.withEntries(List.of(entries)).finish(run.started().plusSeconds(60));
  }

  /** An average time in us/op with one iteration in each fork. */
  public static Entry time(String benchmark, double... forks) {
    return entry(benchmark, "avgt", 1, Map.of(), "us/op", forks);
  }

  /** A good entry with one iteration in each fork and no secondary metrics. */
  public static Entry entry(
      String benchmark,
      String mode,
      int threads,
      Map<String, String> params,
      String unit,
      double... forks) {
    return JmhFormat.entries(
            "[" + record(benchmark, mode, threads, params, metric(unit, forks), "") + "]")
        .get(0)
        .ofWorkload("mlp");
  }

  /** As {@link #time}, with one secondary metric. */
  public static Entry timeAnd(
      String benchmark, double[] forks, String metric, String unit, double... values) {
    return timeAnd(benchmark, Map.of(), forks, metric, unit, values);
  }

  /** The same of a benchmark with parameters. */
  public static Entry timeAnd(
      String benchmark,
      Map<String, String> params,
      double[] forks,
      String metric,
      String unit,
      double... values) {
    String secondary = "\"" + metric + "\": " + metric(unit, values);
    return JmhFormat.entries(
            "[" + record(benchmark, "avgt", 1, params, metric("us/op", forks), secondary) + "]")
        .get(0);
  }

  /** The key of {@link #time}. */
  public static BenchmarkKey key(String benchmark) {
    return new BenchmarkKey(benchmark, "avgt", 1, Map.of());
  }

  /**
   * n numbers around the middle, all different, the farthest 1 % away, in an order that has no
   * drift.
   */
  public static double[] around(double middle, int n) {
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      int place = i % 2 == 0 ? i / 2 : n - 1 - i / 2;
      values[i] = middle * (0.99 + 0.02 * (place + 0.5) / n);
    }
    return values;
  }

  /** Saves the run to a file. */
  public static Path save(Run run, Path file) {
    try {
      return Files.writeString(file, RunFormat.write(run));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String record(
      String benchmark,
      String mode,
      int threads,
      Map<String, String> params,
      String primary,
      String secondary) {
    StringBuilder values = new StringBuilder();
    params.forEach(
        (name, value) ->
            values
                .append(values.isEmpty() ? "" : ",")
                .append("\"" + name + "\": \"" + value + "\""));
    return """
        {"benchmark": "%s", "mode": "%s", "threads": %d, "params": {%s},
         "vmName": "OpenJDK 64-Bit Server VM", "vmVersion": "17.0.15+6",
         "jvmArgs": [], "measurementBatchSize": 1,
         "primaryMetric": %s, "secondaryMetrics": {%s}}
        """
        .formatted(benchmark, mode, threads, values, primary, secondary);
  }

  private static String metric(String unit, double... forks) {
    List<List<Double>> raw = Arrays.stream(forks).mapToObj(List::of).toList();
    double score = Arrays.stream(forks).average().orElse(Double.NaN);
    return "{\"score\": \"%s\", \"scoreUnit\": \"%s\", \"rawData\": %s}"
        .replaceFirst("\"%s\"", Double.isNaN(score) ? "\"NaN\"" : Double.toString(score))
        .formatted(unit, raw);
  }
}
