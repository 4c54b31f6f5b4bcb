package org.calque.runtime.power.nvml;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import org.calque.runtime.power.SensorException;

/**
 * {@code nvmlFieldValue_t}: two {@code unsigned int}, two {@code long long}, two enumerations, and
 * a union of 8 bytes. Which member of the union is set differs between drivers.
 */
final class FieldValue {
  static final int SIZE = 40;

  private static final int FIELD = 0;
  private static final int SCOPE = 4;
  private static final int TYPE = 24;
  private static final int RESULT = 28;
  private static final int VALUE = 32;

  private static final double TWO_TO_64 = 0x1p64;

  private FieldValue() {}

  /** Writes the question. */
  static void ask(Memory memory, int field, int scope) {
    memory.clear();
    memory.setInt(FIELD, field);
    memory.setInt(SCOPE, scope);
  }

  /** How this field alone fared, whatever the call returned. */
  static int result(Pointer memory) {
    return memory.getInt(RESULT);
  }

  /** The answer, by {@code nvmlValueType_t}. */
  static double number(Pointer memory, String what) throws SensorException {
    int type = memory.getInt(TYPE);
    return switch (type) {
      case 0 -> memory.getDouble(VALUE);
      case 1 -> Integer.toUnsignedLong(memory.getInt(VALUE));
      case 2 ->
          Native.LONG_SIZE == Integer.BYTES
              ? Integer.toUnsignedLong(memory.getInt(VALUE))
              : unsigned(memory.getLong(VALUE));
      case 3 -> unsigned(memory.getLong(VALUE));
      case 4 -> memory.getLong(VALUE);
      case 5 -> memory.getInt(VALUE);
      case 6 -> Short.toUnsignedInt(memory.getShort(VALUE));
      default -> throw new SensorException(what + " is a value of the unknown type " + type);
    };
  }

  private static double unsigned(long bits) {
    return bits < 0 ? bits + TWO_TO_64 : bits;
  }
}
