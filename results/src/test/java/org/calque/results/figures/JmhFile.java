package org.calque.results.figures;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Files as JMH 1.37 writes them, of any size.
 *
 * @param records how many benchmarks
 * @param forks of each
 * @param iterations of each fork
 * @param buckets of the histogram of each iteration, as mode {@code sample} has; 0 for mode {@code
 *     avgt}
 */
record JmhFile(int records, int forks, int iterations, int buckets) {

  /** Writes times that scatter by 1 % around the same middle in each file. */
  Path write(Path file, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("[\n");
      for (int i = 0; i < records; i++) {
        out.write(i == 0 ? "" : ",\n");
        record(out, i, random);
      }
      out.write("\n]\n");
    }
    return file;
  }

  private void record(BufferedWriter out, int i, SplittableRandom random) throws IOException {
    double middle = 10 + i % 97;
    StringBuilder raw = new StringBuilder();
    for (int fork = 0; fork < forks; fork++) {
      raw.append(fork == 0 ? "" : ",").append("\n                [");
      double mean = middle * (0.99 + 0.02 * random.nextDouble());
      for (int k = 0; k < iterations; k++) {
        raw.append(k == 0 ? "" : ",").append("\n                    ");
        iteration(raw, mean, random);
      }
      raw.append("\n                ]");
    }
    out.write(
        """
            {
                "jmhVersion" : "1.37",
                "benchmark" : "org.example.workloads.Workload%d.step",
                "mode" : "%s",
                "threads" : 1,
                "forks" : %d,
                "jvm" : "/usr/lib/jvm/java-17-openjdk-amd64/bin/java",
                "jvmArgs" : [
                    "-Xmx2g"
                ],
                "jdkVersion" : "17.0.15",
                "vmName" : "OpenJDK 64-Bit Server VM",
                "vmVersion" : "17.0.15+6-Debian-1deb12u1",
                "warmupIterations" : 5,
                "warmupTime" : "1 s",
                "warmupBatchSize" : 1,
                "measurementIterations" : %d,
                "measurementTime" : "1 s",
                "measurementBatchSize" : 1,
                "params" : {
                    "threads" : "1"
                },
                "primaryMetric" : {
                    "score" : %s,
                    "scoreError" : 0.4210094356225387,
                    "scoreConfidence" : [
                        46.90750301403128,
                        47.74699429920753
                    ],
                    "scorePercentiles" : {
                        "0.0" : 46.90750301403128,
                        "50.0" : 47.12631911132027,
                        "90.0" : 47.74699429920753,
                        "95.0" : 47.74699429920753,
                        "99.0" : 47.74699429920753,
                        "99.9" : 47.74699429920753,
                        "99.99" : 47.74699429920753,
                        "99.999" : 47.74699429920753,
                        "99.9999" : 47.74699429920753,
                        "100.0" : 47.74699429920753
                    },
                    "scoreUnit" : "us/op",
                    "%s" : [%s
                    ]
                },
                "secondaryMetrics" : {
                }
            }"""
            .formatted(
                i,
                buckets == 0 ? "avgt" : "sample",
                forks,
                iterations,
                middle,
                buckets == 0 ? "rawData" : "rawDataHistogram",
                raw));
  }

  private void iteration(StringBuilder raw, double mean, SplittableRandom random) {
    if (buckets == 0) {
      raw.append(mean * (0.995 + 0.01 * random.nextDouble()));
      return;
    }
    raw.append('[');
    for (int b = 0; b < buckets; b++) {
      raw.append(b == 0 ? "" : ",\n                        ").append('[');
      raw.append((float) (mean * (0.9 + 0.2 * b / buckets))).append(", ");
      raw.append(1 + random.nextInt(20)).append(']');
    }
    raw.append(']');
  }
}
