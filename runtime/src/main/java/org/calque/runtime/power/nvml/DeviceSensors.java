package org.calque.runtime.power.nvml;

import java.util.ArrayList;
import java.util.List;
import org.calque.runtime.power.EnergyCounter;
import org.calque.runtime.power.Findings.Unavailable;
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
  private final Nvml nvml;
  private final NvmlDevice device;
  private final String identity;
  private final String sharing;
  private final List<Sensor> sensors = new ArrayList<>();
  private final List<Unavailable> unavailable = new ArrayList<>();

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
    this.sharing = sliced ? ", shared by its MIG slices" : "";
    if (device.handle() == null) {
      unavailable.add(new Unavailable(NvmlSource.NAME, device.device(), device.refusal()));
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

  private void find() {
    List<String> failures = new ArrayList<>();
    EnergyCounter counter = counter(failures);
    PowerGauge module = gauge(NvmlPower.fields(NvmlPower.MODULE), new ArrayList<>());
    PowerGauge memory = gauge(NvmlPower.fields(NvmlPower.MEMORY), new ArrayList<>());
    boolean onModule = device.isOnModule();
    boolean unscoped = onModule && module == null;
    List<NvmlPower> ways = new ArrayList<>(NvmlPower.fields(NvmlPower.GPU));
    if (onModule && module != null) {
      failures.add("nvmlDeviceGetPowerUsage may cover the module here, which is measured");
    } else {
      ways.add(NvmlPower.usage(device.averages()));
    }
    PowerGauge gpu = gauge(ways, failures);
    String whole = "whole GPU" + sharing + ", all processes";
    if (gpu == null && (counter == null || onModule)) {
      refuse("", String.join("; ", failures));
    } else {
      add("", Scope.GPU, whole + (unscoped ? UNSCOPED : ""), onModule ? null : counter, gpu);
    }
    if (module != null || onModule && counter != null) {
      String attribution =
          "module of processor, GPU and memories"
              + sharing
              + ", all processes"
              + (onModule && counter != null ? "; the energy counter covers the module" : "");
      add(".module", Scope.MODULE, attribution, onModule ? counter : null, module);
    }
    if (memory != null) {
      add(
          ".memory",
          Scope.GPU_MEMORY,
          "memory of the GPU" + sharing + ", all processes",
          null,
          memory);
    }
  }

  private static final String UNSCOPED =
      "; drivers differ in whether nvmlDeviceGetPowerUsage covers the module";

  private EnergyCounter counter(List<String> failures) {
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

  private void add(
      String part, Scope scope, String attribution, EnergyCounter counter, PowerGauge gauge) {
    SensorFacts facts =
        new SensorFacts(NvmlSource.NAME, device.device() + part, identity, scope, attribution);
    sensors.add(new Sensor(facts, counter, gauge));
  }

  private void refuse(String part, String reason) {
    unavailable.add(new Unavailable(NvmlSource.NAME, device.device() + part, reason));
  }
}
