package org.calque.results.stats;

import java.util.Arrays;
import java.util.function.UnaryOperator;

/** What is done to probabilities of many tests, so that chance alone does not pass some of them. */
public enum Correction {
  /** Bounds the chance that one or more of the tests that pass are false alarms. */
  HOLM("Holm", Holm::correct),
  /** Bounds the share of false alarms that is to be expected among the tests that pass. */
  BENJAMINI_HOCHBERG("Benjamini-Hochberg", BenjaminiHochberg::correct);

  private final String label;
  private final UnaryOperator<double[]> method;

  Correction(String label, UnaryOperator<double[]> method) {
    this.label = label;
    this.method = method;
  }

  /** For a person. */
  public String label() {
    return label;
  }

  /** The corrected probabilities in the order given, to be compared with alpha. */
  public double[] correct(double[] p) {
    return method.apply(p);
  }

  /** Puts what belongs to sorted probabilities where those were; equal ones are corrected alike. */
  static double[] inOrderOf(double[] p, double[] ascending, double[] corrected) {
    double[] placed = new double[p.length];
    for (int i = 0; i < p.length; i++) {
      placed[i] = corrected[Arrays.binarySearch(ascending, p[i])];
    }
    return placed;
  }
}
