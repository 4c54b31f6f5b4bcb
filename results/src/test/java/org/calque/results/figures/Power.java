package org.calque.results.figures;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** How often a slowdown of one row among 200 is found, by size, noise, forks and gate. */
final class Power {
  private Power() {}

  public static void main(String[] args) {
    int trials = args.length > 0 ? Integer.parseInt(args[0]) : 500;
    Noise normal = Noise.normal(new SplittableRandom(2));
    System.out.println("slowdowns found, in % of " + trials + ", one row among 200");
    for (double noise : new double[] {0.005, 0.01, 0.02, 0.03, 0.05}) {
      for (double size : new double[] {0.03, 0.05, 0.1, 0.2}) {
        StringBuilder line = new StringBuilder();
        line.append(
            String.format(
                Locale.ROOT, "noise %.1f %%, slower by %.0f %%:", noise * 100, size * 100));
        for (int forks : new int[] {5, 8, 10, 15, 20}) {
          double found = found(Gate.CALQUE_HOLM, normal.scaledTo(noise), size, forks, trials);
          line.append(String.format(Locale.ROOT, " | %d forks %.0f", forks, found * 100));
        }
        for (Gate gate : List.of(Gate.BENCHSTAT, Gate.FIVE_PERCENT, Gate.TEN_PERCENT)) {
          double found = found(gate, normal.scaledTo(noise), size, 10, trials);
          line.append(String.format(Locale.ROOT, " | %s at 10 %.0f", gate.label(), found * 100));
        }
        System.out.println(line);
      }
    }
    System.out.println("recorded noise scaled to 1 %, slower by 5 %, 10 forks");
    for (Gate gate : Gate.values()) {
      double sum = 0;
      List<Noise> recorded = Noise.recorded();
      for (Noise noise : recorded) {
        sum += found(gate, noise.scaledTo(0.01), 0.05, 10, trials / 10) / recorded.size();
      }
      System.out.printf(Locale.ROOT, "%s %.1f%n", gate.label(), sum * 100);
    }
  }

  /** The part of slowdowns of that size that the gate finds. */
  static double found(Gate gate, Noise noise, double size, int forks, int trials) {
    SplittableRandom random = new SplittableRandom(20261130);
    int found = 0;
    for (int i = 0; i < trials; i++) {
      var base = noise.run(forks, 1, random);
      var head = noise.run(forks, 1 + size, random);
      found += gate.changed(base, head, FalseAlarms.ROWS) ? 1 : 0;
    }
    return (double) found / trials;
  }
}
