package org.calque.runtime.power.rocm;

import java.util.Locale;
import java.util.regex.Pattern;
import org.calque.runtime.power.DeviceText;

/**
 * What ROCm SMI tells of a device. Texts that it does not tell are empty.
 *
 * @param index ROCm SMI's
 * @param node the kernel's; -1 where it is not told
 * @param uuid as {@code ROCR_VISIBLE_DEVICES} has it: {@code GPU-} and 16 digits
 */
record RocmDevice(int index, long node, String uuid, String pciId, String name) {
  /** Boards whose dies are devices of their own: names, and numbers where names are not known. */
  private static final Pattern TWO_DIES =
      Pattern.compile("MI250|Aldebaran|0x740[8c]", Pattern.CASE_INSENSITIVE);

  private static final Pattern INSTINCT = Pattern.compile("Instinct", Pattern.CASE_INSENSITIVE);

  /** Less than any Instinct draws while it is on. */
  private static final double LEAST_WATTS = 10;

  /** Asks for all of it. */
  static RocmDevice of(RocmSmi smi, int index) {
    String node = DeviceText.orEmpty(() -> Long.toString(smi.node(index)));
    return new RocmDevice(
        index,
        node.isEmpty() ? -1 : Long.parseLong(node),
        DeviceText.orEmpty(() -> String.format(Locale.ROOT, "GPU-%016x", smi.uniqueId(index))),
        DeviceText.orEmpty(() -> smi.pciId(index)),
        DeviceText.orEmpty(() -> smi.name(index)));
  }

  /** The name in results. */
  String device() {
    return "gpu" + index;
  }

  /** UUID, PCI address and board, as far as they are told. */
  String identity() {
    return DeviceText.joined(uuid, pciId, name);
  }

  /** Less watts than this are none. */
  double leastWatts() {
    return INSTINCT.matcher(name).find() ? LEAST_WATTS : 0;
  }

  /** Whether this is the die of a board that may speak for the one after it. */
  boolean isFirstDie() {
    return index % 2 == 0 && TWO_DIES.matcher(name).find();
  }

  /** Whether this is the die of a board that the one before it may speak for. */
  boolean isSecondDie() {
    return index % 2 == 1 && TWO_DIES.matcher(name).find();
  }
}
