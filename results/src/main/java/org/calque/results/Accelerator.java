package org.calque.results;

/**
 * A device beside the processor. What could not be found out is null.
 *
 * @param name such as {@code NVIDIA H200}
 * @param uuid as its vendor's tools print it
 * @param memoryBytes memory of its own
 * @param driver version of its driver, as the driver's interface states it
 * @param clockMegahertz highest clock of its processors
 * @param memoryClockMegahertz highest clock of its memory
 */
public record Accelerator(
    String name,
    String uuid,
    Long memoryBytes,
    String driver,
    Integer clockMegahertz,
    Integer memoryClockMegahertz) {}
