package org.calque.results;

import java.util.List;

/**
 * How a machine is set up, as far as it moves figures. What could not be found out is null.
 *
 * @param physicalCores cores, where {@link Machine#logicalCpus} counts their threads
 * @param governor what chooses the clocks, such as {@code performance}; several when cores differ
 * @param maxMegahertz highest clock of the first CPU in MHz
 * @param container what isolates the process, such as {@code docker}; null for nothing known
 * @param virtualMachine the hypervisor or its product name; null where none is seen
 * @param powerSources what could tell the machine's power, with a note where it cannot be read
 * @param clocks within which the governor chooses, all unknown for null
 * @param powerCaps bounds of power that are in force; empty for none, null where nobody looked
 */
public record MachineSetting(
    Integer physicalCores,
    String governor,
    Integer maxMegahertz,
    String container,
    String virtualMachine,
    List<String> powerSources,
    Clocks clocks,
    List<PowerCap> powerCaps) {

  /** Nothing is known. */
  public static final MachineSetting UNKNOWN =
      new MachineSetting(null, null, null, null, null, List.of(), Clocks.UNKNOWN, null);

  /** Copies the lists. */
  public MachineSetting {
    powerSources = Facts.list(powerSources, "powerSources");
    clocks = clocks == null ? Clocks.UNKNOWN : clocks;
    powerCaps = powerCaps == null ? null : Facts.list(powerCaps, "powerCaps");
  }

  /** The same with what is known of power, which takes libraries of vendors to find out. */
  public MachineSetting withPower(List<String> sources, List<PowerCap> caps) {
    return new MachineSetting(
        physicalCores, governor, maxMegahertz, container, virtualMachine, sources, clocks, caps);
  }
}
