package org.calque.results.figures;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.calque.results.Sample;

/**
 * Forks to draw from: how far, on a scale of logarithms, each iteration of a recorded fork was from
 * the middle of its recording.
 *
 * @param forks by order of time
 * @param block how many forks that were next to each other are drawn at a time; with more than one
 *     a run drifts as the recording does
 */
record Noise(List<double[]> forks, int block) {

  /**
   * The recordings: JMH runs of replays and of plain Java with 10 to 20 forks of five iterations of
   * 100 ms, on two cores of an AMD EPYC that others used at the same time (load 8 to 17). Forks
   * scatter by 7 % to 140 %, most of it upwards, and drift.
   */
  static List<Noise> recorded() {
    List<Noise> all = new ArrayList<>();
    List<double[]> forks = new ArrayList<>();
    for (String line : lines()) {
      if (line.startsWith(" ")) {
        String[] values = line.strip().split(" ");
        forks.add(
            Arrays.stream(values).mapToDouble(x -> Math.log(Double.parseDouble(x))).toArray());
      } else if (!forks.isEmpty()) {
        all.add(centered(forks));
        forks = new ArrayList<>();
      }
    }
    all.add(centered(forks));
    return all;
  }

  /** Normally distributed forks, whose means scatter by 1. */
  static Noise normal(SplittableRandom random) {
    List<double[]> forks = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      double fork = 0.9 * random.nextGaussian();
      double[] iterations = new double[5];
      Arrays.setAll(iterations, k -> fork + random.nextGaussian());
      forks.add(iterations);
    }
    return centered(forks);
  }

  private static List<String> lines() {
    try {
      return Files.readAllLines(Path.of(Noise.class.getResource("/noise/forks.txt").toURI()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Noise centered(List<double[]> forks) {
    double middle = forks.stream().mapToDouble(Noise::mean).average().orElseThrow();
    return new Noise(
        forks.stream().map(f -> Arrays.stream(f).map(x -> x - middle).toArray()).toList(), 1);
  }

  /** The same noise, with fork means that scatter by that much. */
  Noise scaledTo(double deviation) {
    double sum = forks.stream().mapToDouble(f -> mean(f) * mean(f)).sum();
    double factor = deviation / Math.sqrt(sum / (forks.size() - 1));
    return new Noise(
        forks.stream().map(f -> Arrays.stream(f).map(x -> x * factor).toArray()).toList(), block);
  }

  /** The same, drawn in blocks. */
  Noise inBlocksOf(int size) {
    return new Noise(forks, size);
  }

  /**
   * A run of that many forks.
   *
   * @param middle what the run would show without noise
   */
  Sample run(int count, double middle, SplittableRandom random) {
    List<double[]> drawn = new ArrayList<>();
    while (drawn.size() < count) {
      int start = random.nextInt(forks.size());
      for (int i = 0; i < block && drawn.size() < count; i++) {
        double[] fork = forks.get((start + i) % forks.size());
        drawn.add(Arrays.stream(fork).map(x -> middle * Math.exp(x)).toArray());
      }
    }
    return Sample.of(drawn);
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }
}
