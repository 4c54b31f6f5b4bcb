package org.calque.runtime.cuda;

import java.util.HexFormat;

/** The text of a device's UUID. */
final class DeviceUuid {
  private DeviceUuid() {}

  /** 16 bytes as nvidia-smi prints them. */
  static String format(byte[] bytes) {
    String digits = HexFormat.of().formatHex(bytes);
    return String.join(
        "-",
        "GPU",
        digits.substring(0, 8),
        digits.substring(8, 12),
        digits.substring(12, 16),
        digits.substring(16, 20),
        digits.substring(20));
  }
}
