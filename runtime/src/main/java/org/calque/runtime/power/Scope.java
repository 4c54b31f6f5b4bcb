package org.calque.runtime.power;

import java.util.Locale;

/** What a number covers. Some cover others, so numbers of different scopes are never added up. */
public enum Scope {
  /** One GPU with its memory and board. */
  GPU,
  /** Several dies that are counted together, such as both of an MI250. */
  GPU_PACKAGE,
  /** A module of processor, GPU and memories, such as a GH200. */
  MODULE,
  /** The memory of a GPU alone. */
  GPU_MEMORY,
  /** One processor package. */
  CPU_PACKAGE,
  /** The cores of a package. */
  CPU_CORES,
  /** The graphics or other logic of a package beside its cores. */
  CPU_UNCORE,
  /** Memory of the machine. */
  DRAM,
  /** The input and output part of a system on a chip. */
  SYSTEM_IO,
  /** An accelerator of another kind, such as an IPU. */
  ACCELERATOR,
  /** The whole platform as its processor's firmware sees it. */
  PLATFORM,
  /** The whole machine, at the wall or in its power supply. */
  MACHINE,
  /** A part of the machine that only the sensor's name tells. */
  COMPONENT,
  /** What a battery gives. */
  BATTERY;

  /** For a person: {@code gpu memory}. */
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
