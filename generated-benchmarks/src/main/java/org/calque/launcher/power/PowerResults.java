package org.calque.launcher.power;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.calque.runtime.power.Validity;
import org.calque.runtime.power.WindowEnergy;
import org.openjdk.jmh.results.Result;

/**
 * The secondary results of one iteration, for each sensor by its name: what was measured, and
 * nothing in place of what was not.
 */
public final class PowerResults {
  private static final double MILLI = 1e3;

  private final TimeUnit time;
  private final Items items;

  /**
   * Results of a benchmark.
   *
   * @param time unit that its times are in
   * @param items that one operation processes; null where that is unknown
   */
  public PowerResults(TimeUnit time, Items items) {
    this.time = time;
    this.items = items;
  }

  /**
   * What one operation processes.
   *
   * @param count how many
   * @param unit what, in the plural, such as {@code tokens}
   */
  public record Items(long count, String unit) {
    /** One of them. */
    public String singular() {
      return unit.endsWith("s") ? unit.substring(0, unit.length() - 1) : unit;
    }
  }

  /** All results of an iteration with that many operations. */
  public List<Result<?>> of(List<WindowEnergy> energies, long operations) {
    List<Result<?>> results = new ArrayList<>();
    for (WindowEnergy energy : energies) {
      add(results, energy, operations);
    }
    return results;
  }

  private void add(List<Result<?>> results, WindowEnergy energy, long operations) {
    String name = energy.sensor().id();
    if (energy.measured() && operations > 0) {
      double perOperation = energy.joules() / operations;
      EnergyUnit unit = EnergyUnit.beside(time);
      results.add(result("energy." + name, unit.of(perOperation), unit.perOperation()));
      if (items != null && energy.joules() > 0) {
        double perItem = perOperation / items.count();
        results.add(result("energy." + name + ".item", perItem * MILLI, "mJ/" + items.singular()));
        results.add(
            result(
                "efficiency." + name, WindowEnergy.JOULES_PER_WH / perItem, items.unit() + "/Wh"));
      }
    }
    if (energy.measured()) {
      results.add(result("power." + name, energy.watts(), "W"));
    }
    if (energy.samples() > 0) {
      results.add(result("power." + name + ".min", energy.least(), "W"));
      results.add(result("power." + name + ".max", energy.most(), "W"));
      results.add(result("power." + name + ".gap", energy.gap() * MILLI, "ms"));
    }
    results.add(result("power." + name + ".samples", energy.samples(), "#"));
    boolean valid = energy.validity() == Validity.VALID;
    results.add(result("power." + name + ".valid", valid ? 100 : 0, "%"));
  }

  /** What the machine drew before the work, beside and not subtracted. */
  public static List<Result<?>> idle(List<WindowEnergy> energies) {
    List<Result<?>> results = new ArrayList<>();
    for (WindowEnergy energy : energies) {
      if (energy.measured()) {
        results.add(result("power." + energy.sensor().id() + ".idle", energy.watts(), "W"));
      }
    }
    return results;
  }

  private static Result<?> result(String label, double value, String unit) {
    return new MeasuredResult(label, value, unit);
  }
}
