package org.calque.runtime.power;

/**
 * What a sensor measures.
 *
 * @param source the word of the source, such as {@code rapl}
 * @param device the name in results, unique within the source: {@code package-0}, {@code gpu0}, or
 *     {@code gpu0.module} where a device has several scopes
 * @param identity what tells the device from others of the machine: a UUID, a PCI address, a folder
 * @param scope what the numbers cover
 * @param attribution whose work they include, in a few words, such as {@code all processes on the
 *     package}
 */
public record SensorFacts(
    String source, String device, String identity, Scope scope, String attribution) {
  /** The name in results: {@code rapl.package-0}. */
  public String id() {
    return source + "." + device;
  }
}
