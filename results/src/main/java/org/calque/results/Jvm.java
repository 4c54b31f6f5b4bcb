package org.calque.results;

import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * The Java virtual machine of a run.
 *
 * @param version {@code java.version}, such as {@code 17.0.15}; null when unknown
 * @param vm name, such as {@code OpenJDK 64-Bit Server VM}; null when unknown
 * @param vmVersion such as {@code 17.0.15+6-Debian-1deb12u1}; null when unknown
 * @param args the arguments given to the virtual machine, not to the program
 */
public record Jvm(String version, String vm, String vmVersion, List<String> args) {

  /** Copies the arguments; none for null. */
  public Jvm {
    args = Facts.list(args, "args");
  }

  /** Nothing is known. */
  public static Jvm unknown() {
    return new Jvm(null, null, null, List.of());
  }

  /** The virtual machine that runs this code. */
  public static Jvm current() {
    return new Jvm(
        System.getProperty("java.version"),
        System.getProperty("java.vm.name"),
        System.getProperty("java.vm.version"),
        ManagementFactory.getRuntimeMXBean().getInputArguments());
  }
}
