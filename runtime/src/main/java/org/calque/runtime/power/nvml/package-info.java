/**
 * NVIDIA's GPUs by NVML, the library of their driver. Which of its functions there are, and which
 * of them a board answers, is found by asking each. Layouts of structures are those of {@code
 * nvml.h}.
 */
package org.calque.runtime.power.nvml;
