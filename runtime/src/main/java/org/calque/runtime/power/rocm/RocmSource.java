package org.calque.runtime.power.rocm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.calque.runtime.linux.OptionalLibrary;
import org.calque.runtime.power.EnergyCounter;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.Findings.Unavailable;
import org.calque.runtime.power.PowerGauge;
import org.calque.runtime.power.PowerSearch;
import org.calque.runtime.power.PowerSource;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.SensorException;
import org.calque.runtime.power.SensorFacts;

/**
 * AMD's GPUs that this process may use. The first die of an MI250 tells the power of both where the
 * second tells none: then it is one sensor of the package.
 */
public final class RocmSource implements PowerSource {
  static final String NAME = "rocm";

  private static final String LIBRARY = "librocm_smi64.so";

  /** Of distributions and ROCm 7.2, of 6.1 to 7.0, of 6.0, of 5, and what developers link. */
  private static final List<String> LIBRARIES =
      List.of(LIBRARY + ".1", LIBRARY + ".7", LIBRARY + ".6", LIBRARY + ".5", LIBRARY);

  /** Names the folder of ROCm, which the linker does not search unless it is told to. */
  private static final String FOLDER = "ROCM_PATH";

  private static final String USUAL_FOLDER = "/opt/rocm";

  /** Long enough for a counter to move by more than its steps. */
  private static final Duration WAIT = Duration.ofMillis(300);

  private final List<String> files;
  private final Runnable wait;

  /** The GPUs of this machine. */
  public RocmSource() {
    this(LIBRARIES, () -> LockSupport.parkNanos(WAIT.toNanos()));
  }

  /**
   * Those of another library.
   *
   * @param wait lets some time pass between two looks at counters
   */
  RocmSource(List<String> files, Runnable wait) {
    this.files = files;
    this.wait = wait;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "AMD GPUs, from ROCm's librocm_smi64";
  }

  @Override
  public Findings find(PowerSearch search) {
    try {
      List<String> names = new ArrayList<>(files);
      names.add(search.environment().getOrDefault(FOLDER, USUAL_FOLDER) + "/lib/" + LIBRARY);
      Optional<OptionalLibrary> library = OptionalLibrary.open(names);
      if (library.isEmpty()) {
        return Findings.NONE;
      }
      RocmSmi smi = new RocmSmi(library.get());
      smi.start();
      return new Search(smi).find(search);
    } catch (SensorException | UnsatisfiedLinkError e) {
      return new Findings(List.of(), List.of(new Unavailable(NAME, "all", e.getMessage())));
    }
  }

  /** One search, with what it has found so far. */
  private final class Search {
    private final RocmSmi smi;
    private final Map<RocmDevice, PowerGauge> gauges = new LinkedHashMap<>();
    private final Map<RocmDevice, String> silent = new LinkedHashMap<>();
    private final Map<RocmDevice, CheckedCounter> counters = new LinkedHashMap<>();
    private final List<Sensor> sensors = new ArrayList<>();
    private final List<Unavailable> unavailable = new ArrayList<>();

    Search(RocmSmi smi) {
      this.smi = smi;
    }

    Findings find(PowerSearch search) throws SensorException {
      List<RocmDevice> all =
          IntStream.range(0, smi.count()).mapToObj(index -> RocmDevice.of(smi, index)).toList();
      all.forEach(this::lookForPower);
      VisibleDevices visible = VisibleDevices.of(all, search.environment());
      visible.devices().forEach(this::lookForCounter);
      if (!counters.isEmpty()) {
        wait.run();
      }
      for (RocmDevice device : visible.devices()) {
        add(device, visible.devices(), all);
      }
      unavailable.addAll(visible.invalid());
      return new Findings(sensors, unavailable);
    }

    private void lookForPower(RocmDevice device) {
      try {
        gauges.put(device, RocmPower.gauge(smi, device));
      } catch (SensorException e) {
        silent.put(device, e.getMessage());
      }
    }

    private void lookForCounter(RocmDevice device) {
      try {
        counters.put(device, new CheckedCounter(smi, device.index(), gauges.get(device)));
      } catch (SensorException e) {
        if (gauges.containsKey(device)) {
          refuse(device, ".counter", e.getMessage());
        } else {
          silent.merge(device, e.getMessage(), (power, energy) -> power + "; " + energy);
        }
      }
    }

    private void add(RocmDevice device, List<RocmDevice> visible, List<RocmDevice> all) {
      PowerGauge gauge = gauges.get(device);
      if (gauge == null && device.isSecondDie() && gauges.containsKey(before(device, all))) {
        RocmDevice speaker = before(device, all);
        String where =
            visible.contains(speaker)
                ? "is measured with " + speaker.device()
                : "only " + speaker.device() + ", which is not visible, tells the power of both";
        refuse(device, "", where + ": " + silent.get(device));
        return;
      }
      EnergyCounter counter = counter(device);
      if (gauge == null && counter == null) {
        refuse(device, "", silent.get(device));
        return;
      }
      boolean both =
          gauge != null
              && device.isFirstDie()
              && device.index() + 1 < all.size()
              && !gauges.containsKey(all.get(device.index() + 1));
      SensorFacts facts =
          new SensorFacts(
              NAME,
              device.device(),
              device.identity(),
              both ? Scope.GPU_PACKAGE : Scope.GPU,
              (both ? "both dies of the package" : "whole GPU") + ", all processes");
      sensors.add(new Sensor(facts, counter, gauge));
    }

    private static RocmDevice before(RocmDevice device, List<RocmDevice> all) {
      return all.get(device.index() - 1);
    }

    /** Null for none that can be believed. */
    private EnergyCounter counter(RocmDevice device) {
      CheckedCounter counter = counters.get(device);
      if (counter == null) {
        return null;
      }
      try {
        return counter.check();
      } catch (SensorException e) {
        if (gauges.containsKey(device)) {
          refuse(device, ".counter", e.getMessage() + ", so power is integrated");
        } else {
          silent.merge(device, e.getMessage(), (power, energy) -> power + "; " + energy);
        }
        return null;
      }
    }

    private void refuse(RocmDevice device, String part, String reason) {
      unavailable.add(new Unavailable(NAME, device.device() + part, reason));
    }
  }
}
