package org.calque.results.figures;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import org.calque.results.Sample;
import org.calque.results.stats.MannWhitney;

/**
 * How many comparisons of a thing with itself report a change, by gate: 1,000 comparisons of 200
 * rows.
 */
final class FalseAlarms {
  static final int ROWS = 200;

  private FalseAlarms() {}

  public static void main(String[] args) {
    int comparisons = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
    List<Noise> recorded = Noise.recorded();
    System.out.println("comparisons of " + ROWS + " rows that report a change, in %");
    for (double deviation : new double[] {0.01, 0.02, 0.05}) {
      print(scaled(recorded, deviation), 10, 0, comparisons, "scaled to " + percent(deviation));
    }
    print(recorded, 10, 0, comparisons, "as recorded");
    print(scaled(recorded, 0.02), 8, 0, comparisons, "scaled to 2 %");
    print(scaled(recorded, 0.02), 20, 0, comparisons, "scaled to 2 %");
    List<Noise> normal = List.of(Noise.normal(new SplittableRandom(1)).scaledTo(0.05));
    print(normal, 10, 0, comparisons, "normal, 5 %");
    for (double deviation : new double[] {0.01, 0.02, 0.05}) {
      List<Noise> drifting =
          scaled(recorded, deviation).stream().map(noise -> noise.inBlocksOf(3)).toList();
      String name = "scaled to " + percent(deviation) + ", in blocks of three";
      print(drifting, 10, 0, comparisons, name);
    }
    for (double drift : new double[] {0.0025, 0.005, 0.01}) {
      String name = "scaled to 1 %, each row of a run off by " + percent(drift);
      print(scaled(recorded, 0.01), 10, drift, comparisons, name);
    }
  }

  private static List<Noise> scaled(List<Noise> noises, double deviation) {
    return noises.stream().map(noise -> noise.scaledTo(deviation)).toList();
  }

  private static void print(
      List<Noise> noises, int forks, double drift, int comparisons, String name) {
    Map<Gate, Integer> alarms = alarms(noises, forks, drift, comparisons);
    StringBuilder line = new StringBuilder();
    alarms.forEach(
        (gate, n) ->
            line.append(
                String.format(Locale.ROOT, " | %s %.1f", gate.label(), 100.0 * n / comparisons)));
    System.out.println(forks + " forks, " + name + line);
  }

  /**
   * How many of so many comparisons report a change, by gate.
   *
   * @param drift standard deviation of what a row of a run is off by as a whole
   */
  static Map<Gate, Integer> alarms(List<Noise> noises, int forks, double drift, int comparisons) {
    SplittableRandom random = new SplittableRandom(20261130);
    Map<Gate, Integer> alarms = new EnumMap<>(Gate.class);
    for (int c = 0; c < comparisons; c++) {
      List<Sample> bases = new ArrayList<>();
      List<Sample> heads = new ArrayList<>();
      for (int row = 0; row < ROWS; row++) {
        Noise noise = noises.get(row % noises.size());
        bases.add(noise.run(forks, Math.exp(drift * random.nextGaussian()), random));
        heads.add(noise.run(forks, Math.exp(drift * random.nextGaussian()), random));
      }
      double[] p = new double[ROWS];
      Arrays.setAll(p, i -> MannWhitney.pValue(bases.get(i).forkMeans(), heads.get(i).forkMeans()));
      for (Gate gate : Gate.values()) {
        alarms.merge(gate, gate.anyChange(bases, heads, p) ? 1 : 0, Integer::sum);
      }
    }
    return alarms;
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%s %%", part * 100);
  }
}
