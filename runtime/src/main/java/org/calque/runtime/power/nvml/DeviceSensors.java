package org.calque.runtime.power.nvml;

import java.util.ArrayList;
import java.util.List;
import org.calque.runtime.power.EnergyCounter;
import org.calque.runtime.power.Findings.Unavailable;
import org.calque.runtime.power.PowerCap;
import org.calque.runtime.power.PowerGauge;
import org.calque.runtime.power.Scope;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.SensorException;
import org.calque.runtime.power.SensorFacts;

/**
 * The sensors of one GPU: itself, the module it is on, its memory. Their scopes contain each other,
 * so each is a sensor of its own.
 */
final class DeviceSensors {
  private static final double MILLIWATTS_PER_WATT = 1e3;

  private final Nvml nvml;
  private final NvmlDevice device;
  private final String identity;
  private final String users;
  private final List<Sensor> sensors = new ArrayList<>();
  private final List<Unavailable> unavailable = new ArrayList<>();

  private final List<PowerCap> caps = new ArrayList<>();

  /** Why the ways to the GPU's own energy failed. */
  private final List<String> failures = new ArrayList<>();

  /**
   * Looks for them.
   *
   * @param note what else tells the device apart; empty for nothing
   * @param sliced whether slices of MIG share it
   */
  DeviceSensors(Nvml nvml, NvmlDevice device, String note, boolean sliced) {
    this.nvml = nvml;
    this.device = device;
    this.identity = device.identity() + note;
    this.users = (sliced ? ", shared by its MIG slices" : "") + ", all processes";
    if (device.handle() == null) {
      refuse("", device.refusal());
    } else {
      find();
    }
  }

  List<Sensor> sensors() {
    return sensors;
  }

  List<Unavailable> unavailable() {
    return unavailable;
  }

  List<PowerCap> caps() {
    return caps;
  }

  private void find() {
    addCap();
    EnergyCounter counter = counter();
    PowerGauge module = gauge(NvmlPower.fields(NvmlPower.MODULE), new ArrayList<>());
    if (device.isOnModule()) {
      addGpuOfModule(module != null);
      String covers = counter == null ? "" : "; the energy counter covers the module";
      add(
          ".module",
          Scope.MODULE,
          "whole module with its processor" + users + covers,
          counter,
          module);
    } else {
      PowerGauge gpu = gauge(NvmlPower.fields(NvmlPower.GPU), failures);
      addGpu("", counter, gpu == null ? usage() : gpu);
      add(".module", Scope.MODULE, "whole module" + users, null, module);
    }
    PowerGauge memory = gauge(NvmlPower.fields(NvmlPower.MEMORY), new ArrayList<>());
    add(".memory", Scope.GPU_MEMORY, "memory of the GPU" + users, null, memory);
  }

  /** Older drivers and virtual GPUs do not tell it. */
  private void addCap() {
    try {
      double watts = nvml.enforcedPowerLimit(device.handle()) / MILLIWATTS_PER_WATT;
      caps.add(new PowerCap(NvmlSource.NAME, device.device(), watts));
    } catch (SensorException e) {
      // There is no bound to tell of.
    }
  }

  /**
   * On a module drivers differ in what {@code nvmlDeviceGetPowerUsage} covers, so it is not taken
   * for the GPU where the module is measured.
   */
  private void addGpuOfModule(boolean moduleIsMeasured) {
    PowerGauge gpu = gauge(NvmlPower.fields(NvmlPower.GPU), failures);
    if (gpu != null) {
      addGpu("", null, gpu);
    } else if (moduleIsMeasured) {
      failures.add("nvmlDeviceGetPowerUsage may cover the module, which is measured");
      addGpu("", null, null);
    } else {
      addGpu("; drivers differ in whether power covers the module", null, usage());
    }
  }

  private void addGpu(String doubt, EnergyCounter counter, PowerGauge gauge) {
    if (counter == null && gauge == null) {
      refuse("", String.join("; ", failures));
    }
    add("", Scope.GPU, "whole GPU" + users + doubt, counter, gauge);
  }

  /** Null for none. */
  private EnergyCounter counter() {
    if (!nvml.countsEnergy(device.handle())) {
      failures.add("there is no counter of energy");
      return null;
    }
    try {
      return NvmlEnergy.counter(nvml, device.handle());
    } catch (SensorException e) {
      refuse(".counter", e.getMessage());
      return null;
    }
  }

  private PowerGauge usage() {
    return gauge(List.of(NvmlPower.usage(device.averages())), failures);
  }

  /** The first that answers; null for none. */
  private PowerGauge gauge(List<NvmlPower> ways, List<String> failures) {
    for (NvmlPower way : ways) {
      try {
        return way.gauge(nvml, device.handle());
      } catch (SensorException e) {
        failures.add(e.getMessage());
      }
    }
    return null;
  }

  /** Adds a sensor where there is anything to read. */
  private void add(
      String part, Scope scope, String attribution, EnergyCounter counter, PowerGauge gauge) {
    if (counter != null || gauge != null) {
      SensorFacts facts =
          new SensorFacts(NvmlSource.NAME, device.device() + part, identity, scope, attribution);
      sensors.add(new Sensor(facts, counter, gauge));
    }
  }

  private void refuse(String part, String reason) {
    unavailable.add(new Unavailable(NvmlSource.NAME, device.device() + part, reason));
  }
}
