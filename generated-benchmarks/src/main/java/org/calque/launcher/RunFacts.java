package org.calque.launcher;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.calque.results.Accelerator;
import org.calque.results.Checkout;
import org.calque.results.Coverage;
import org.calque.results.Jvm;
import org.calque.results.Machine;
import org.calque.results.NativeLibrary;
import org.calque.results.PowerCap;
import org.calque.results.Software;
import org.calque.results.WorkloadFacts;
import org.calque.results.WorkloadSetup;
import org.calque.runtime.Device;
import org.calque.runtime.Library;
import org.calque.runtime.cuda.CudaDevices;
import org.calque.runtime.power.Findings;
import org.calque.runtime.power.PowerSearch;
import org.calque.runtime.power.PowerSources;
import org.calque.runtime.power.Sensor;

/** What a run records of the machine, the software and the workloads. */
final class RunFacts {
  private RunFacts() {}

  /**
   * This machine with devices of it, and with what can be found out of its power.
   *
   * @param root of the file system whose {@code sys} tells of power
   */
  static Machine machine(List<Device> devices, Path root) {
    Findings power =
        PowerSources.find(PowerSources.all(), new PowerSearch(root, System.getenv(), ""));
    power.sensors().forEach(Sensor::close);
    Machine machine = Machine.current();
    return machine
        .with(machine.setting().withPower(sources(power), caps(power)))
        .withAccelerators(accelerators(devices));
  }

  private static List<String> sources(Findings power) {
    return Stream.concat(
            power.sensors().stream().map(sensor -> sensor.facts().id()),
            power.unavailable().stream()
                .map(none -> none.source() + "." + none.device() + " (" + none.reason() + ")"))
        .toList();
  }

  private static List<PowerCap> caps(Findings power) {
    return power.caps().stream().map(cap -> new PowerCap(cap.id(), cap.watts())).toList();
  }

  private static List<Accelerator> accelerators(List<Device> devices) {
    return devices.stream()
        .filter(device -> device.kind() == Device.Kind.CUDA)
        .map(device -> CudaDevices.find().device(device.index()))
        .map(
            device ->
                new Accelerator(
                    device.name(),
                    device.uuid(),
                    device.memoryBytes(),
                    device.driverVersion(),
                    device.clockKilohertz() / 1000,
                    device.memoryClockKilohertz() / 1000))
        .toList();
  }

  static Software software(Library library) {
    List<NativeLibrary> libraries = new ArrayList<>();
    libraries.add(
        new NativeLibrary(library.name(), library.version(), library.build(), library.origin()));
    library
        .operatorLibraries()
        .forEach(
            further ->
                libraries.add(
                    new NativeLibrary(
                        Path.of(further.file()).getFileName().toString(),
                        null,
                        further.operators() + " operators",
                        further.file())));
    return new Software(
        RunFacts.class.getPackage().getImplementationVersion(),
        Jvm.current(),
        libraries,
        RunEnvironment.current(),
        Checkout.of(Path.of("")).orElse(null));
  }

  static WorkloadFacts workload(WorkloadCoverage coverage) {
    return workload(coverage.workload(), coverage.facts());
  }

  /** A workload of which nobody has asked what can be replayed here. */
  static WorkloadFacts workload(Manifest manifest) {
    return workload(manifest, null);
  }

  private static WorkloadFacts workload(Manifest manifest, Coverage coverage) {
    return new WorkloadFacts(
        manifest.workload(),
        manifest.source().file(),
        manifest.source().digest(),
        manifest.origin().itemsPerStep(),
        manifest.origin().itemUnit(),
        manifest.operatorCalls(),
        coverage,
        manifest.operators().stream()
            .sorted(Comparator.comparingLong(Manifest.OperatorCount::nanos).reversed())
            .map(o -> new WorkloadFacts.OperatorTime(o.operator(), o.count(), o.nanos()))
            .toList(),
        setup(manifest.origin()));
  }

  private static WorkloadSetup setup(Manifest.Origin origin) {
    Manifest.Setup setup = origin.setup();
    return setup == null
        ? null
        : new WorkloadSetup(
            setup.series(),
            origin.batchSize(),
            setup.microBatchSize(),
            setup.accumulationSteps(),
            setup.sequenceLength(),
            setup.parameters(),
            setup.flopsPerItem(),
            setup.flopsFormula(),
            setup.precision(),
            setup.caraml());
  }
}
