package org.calque.results;

import java.util.List;

/**
 * The machine of a run. What could not be found out is null, never guessed.
 *
 * @param host host name
 * @param osName such as {@code Linux}
 * @param osVersion such as {@code 6.1.0-18-amd64}
 * @param osArch such as {@code amd64}
 * @param cpuModel as the processor calls itself, such as {@code AMD EPYC 7R13 Processor}
 * @param logicalCpus processors that the virtual machine may use
 * @param memoryBytes memory that the virtual machine may use: the machine's, or its container's
 * @param loadAverage runnable threads of the whole machine over the last minute, read when the run
 *     started
 * @param setting how it is set up, all unknown for null
 * @param accelerators other devices that the run used, none for null
 */
public record Machine(
    String host,
    String osName,
    String osVersion,
    String osArch,
    String cpuModel,
    Integer logicalCpus,
    Long memoryBytes,
    Double loadAverage,
    MachineSetting setting,
    List<Accelerator> accelerators) {

  /** Copies the list. */
  public Machine {
    setting = setting == null ? MachineSetting.UNKNOWN : setting;
    accelerators = Facts.list(accelerators, "accelerators");
  }

  /** Nothing is known. */
  public static Machine unknown() {
    return new Machine(null, null, null, null, null, null, null, null, null, List.of());
  }

  /** The machine that runs this code, as it is now, without its power and other devices. */
  public static Machine current() {
    return MachineProbe.probe();
  }

  /** The same set up in another way. */
  public Machine with(MachineSetting other) {
    return with(other, accelerators);
  }

  /** The same with other devices. */
  public Machine withAccelerators(List<Accelerator> others) {
    return with(setting, others);
  }

  private Machine with(MachineSetting otherSetting, List<Accelerator> otherAccelerators) {
    return new Machine(
        host,
        osName,
        osVersion,
        osArch,
        cpuModel,
        logicalCpus,
        memoryBytes,
        loadAverage,
        otherSetting,
        otherAccelerators);
  }
}
