package org.calque.launcher.jpwr;

import java.util.LinkedHashMap;
import java.util.Map;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.PowerMeter;
import org.calque.runtime.power.WindowEnergy;

/** A row of {@code sensors.SUFFIX.csv}: what was measured, how, and how far it can be trusted. */
final class SensorRow {
  static final String COLUMN = "column";
  static final String IDENTITY = "identity";
  static final String VALIDITY = "validity";
  static final String STARTED = "started";
  static final String SECONDS = "seconds";
  static final String AHEAD = "clock_ahead_s";
  static final String NODE = "nodename";
  static final String RANK = "rank";

  private SensorRow() {}

  /** All columns, without a value in any. */
  static Map<String, Object> empty() {
    Map<String, Object> cells = new LinkedHashMap<>();
    for (String column :
        new String[] {
          COLUMN,
          IDENTITY,
          "scope",
          "attribution",
          "method",
          "energy_J",
          "power_W",
          "min_W",
          "max_W",
          "samples",
          "gap_s",
          VALIDITY,
          "reason",
          "jitter",
          "cpu_s",
          STARTED,
          SECONDS,
          AHEAD,
          NODE,
          RANK
        }) {
      cells.put(column, "");
    }
    return cells;
  }

  static Map<String, Object> of(WindowEnergy energy, PowerMeter.Sampling sampling) {
    Map<String, Object> cells = empty();
    cells.put(COLUMN, JpwrNames.column(energy.sensor()));
    cells.put(IDENTITY, energy.sensor().identity());
    cells.put("scope", energy.sensor().scope().words());
    cells.put("attribution", energy.sensor().attribution());
    cells.put("method", energy.method() == null ? "" : energy.method().words());
    cells.put("energy_J", Numbers.significant(energy.joules()));
    cells.put("power_W", Numbers.significant(energy.watts()));
    cells.put("min_W", Numbers.significant(energy.least()));
    cells.put("max_W", Numbers.significant(energy.most()));
    cells.put("samples", energy.samples());
    cells.put("gap_s", Numbers.decimal(energy.gap()));
    cells.put(VALIDITY, energy.validity().word());
    cells.put("reason", energy.reason());
    cells.put("jitter", Numbers.significant(sampling.cadence().jitter()));
    cells.put("cpu_s", Numbers.decimal(sampling.cpuNanos() / 1e9));
    cells.put(SECONDS, Numbers.decimal(energy.seconds()));
    return cells;
  }

  static Map<String, Object> of(Findings.Unavailable missing) {
    Map<String, Object> cells = empty();
    cells.put(COLUMN, missing.source() + ":" + missing.device());
    cells.put(VALIDITY, "unavailable");
    cells.put("reason", missing.reason());
    return cells;
  }
}
