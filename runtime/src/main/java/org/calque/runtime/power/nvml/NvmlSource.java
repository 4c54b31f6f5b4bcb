package org.calque.runtime.power.nvml;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.calque.runtime.linux.OptionalLibrary;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.Findings.Unavailable;
import org.calque.runtime.power.PowerCap;
import org.calque.runtime.power.PowerSearch;
import org.calque.runtime.power.PowerSource;
import org.calque.runtime.power.Sensor;
import org.calque.runtime.power.SensorException;

/**
 * NVIDIA's GPUs that this process may use, by the energy counter and the power that their driver
 * tells. Both are of whole GPUs: a slice of one has no sensor of its own.
 */
public final class NvmlSource implements PowerSource {
  static final String NAME = "nvml";

  /** What drivers install; the name without a number comes with the CUDA toolkit, as a stub. */
  private static final String LIBRARY = "libnvidia-ml.so.1";

  /** What CUDA's documentation and container runtimes write for no device at all. */
  private static final List<String> NO_DEVICE = List.of("", "-1", "NoDevFiles");

  private final String file;

  /** The GPUs of this machine. */
  public NvmlSource() {
    this(LIBRARY);
  }

  NvmlSource(String file) {
    this.file = file;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "NVIDIA GPUs, from the driver's libnvidia-ml.so.1";
  }

  @Override
  public Findings find(PowerSearch search) {
    try {
      Optional<OptionalLibrary> library = OptionalLibrary.open(List.of(file));
      if (library.isEmpty()) {
        return Findings.NONE;
      }
      Nvml nvml = new Nvml(library.get());
      nvml.start();
      return find(nvml, search);
    } catch (SensorException | UnsatisfiedLinkError e) {
      return new Findings(List.of(), List.of(new Unavailable(NAME, "all", e.getMessage())));
    }
  }

  private static Findings find(Nvml nvml, PowerSearch search) throws SensorException {
    List<NvmlDevice> all =
        IntStream.range(0, nvml.count()).mapToObj(index -> NvmlDevice.of(nvml, index)).toList();
    VisibleDevices visible = VisibleDevices.of(all, search.environment(), nvml);
    String note =
        visible.numbered()
            ? ", chosen by NVML's order: CUDA's differs without CUDA_DEVICE_ORDER=PCI_BUS_ID"
            : "";
    List<Sensor> sensors = new ArrayList<>();
    List<Unavailable> unavailable = new ArrayList<>();
    List<PowerCap> caps = new ArrayList<>();
    for (NvmlDevice device : visible.devices()) {
      boolean sliced = device.sliced() || visible.sliced().contains(device);
      DeviceSensors found = new DeviceSensors(nvml, device, note, sliced);
      sensors.addAll(found.sensors());
      unavailable.addAll(found.unavailable());
      caps.addAll(found.caps());
    }
    if (!NO_DEVICE.contains(visible.invalid())) {
      unavailable.add(
          new Unavailable(
              NAME,
              visible.invalid(),
              VisibleDevices.VARIABLE
                  + " names no device by '"
                  + visible.invalid()
                  + "': CUDA uses neither it nor what follows"));
    }
    return new Findings(sensors, unavailable, caps);
  }
}
