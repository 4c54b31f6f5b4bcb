package org.calque.runtime;

/** Element type of a tensor, with the number that PyTorch gives it ({@code c10::ScalarType}). */
public enum DataType {
  /** Unsigned 8-bit integer. */
  UINT8(0, 1),
  /** Signed 8-bit integer. */
  INT8(1, 1),
  /** Signed 16-bit integer. */
  INT16(2, 2),
  /** Signed 32-bit integer. */
  INT32(3, 4),
  /** Signed 64-bit integer. */
  INT64(4, 8),
  /** IEEE 754 half precision. */
  FLOAT16(5, 2),
  /** IEEE 754 single precision. */
  FLOAT32(6, 4),
  /** IEEE 754 double precision. */
  FLOAT64(7, 8),
  /** Pair of half-precision numbers. */
  COMPLEX32(8, 4),
  /** Pair of single-precision numbers. */
  COMPLEX64(9, 8),
  /** Pair of double-precision numbers. */
  COMPLEX128(10, 16),
  /** Truth value, one byte. */
  BOOL(11, 1),
  /** Brain floating point: eight exponent bits, seven mantissa bits. */
  BFLOAT16(15, 2),
  /** Quantized signed 8-bit integer. */
  QINT8(12, 1),
  /** Quantized unsigned 8-bit integer. */
  QUINT8(13, 1),
  /** Quantized signed 32-bit integer. */
  QINT32(14, 4),
  /** Eight bits: five of exponent, two of mantissa. */
  FLOAT8_E5M2(23, 1),
  /** Eight bits: four of exponent, three of mantissa, no infinities. */
  FLOAT8_E4M3FN(24, 1),
  /** As {@link #FLOAT8_E5M2}, without infinities and negative zero. */
  FLOAT8_E5M2FNUZ(25, 1),
  /** As {@link #FLOAT8_E4M3FN}, without negative zero. */
  FLOAT8_E4M3FNUZ(26, 1),
  /** Eight bits of exponent alone: a power of two. */
  FLOAT8_E8M0FNU(44, 1),
  /** Unsigned 16-bit integer. */
  UINT16(27, 2),
  /** Unsigned 32-bit integer. */
  UINT32(28, 4),
  /** Unsigned 64-bit integer. */
  UINT64(29, 8);

  private final int code;
  private final int bytes;

  DataType(int code, int bytes) {
    this.code = code;
    this.bytes = bytes;
  }

  /** The number of this type in an operator's {@code dtype} argument. */
  public int code() {
    return code;
  }

  /** Size of one element in bytes. */
  public int bytes() {
    return bytes;
  }

  /** Whether elements are real floating-point numbers. */
  public boolean isFloating() {
    return name().startsWith("FLOAT") || this == BFLOAT16;
  }
}
