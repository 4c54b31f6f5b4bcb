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
  BFLOAT16(15, 2);

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
    return this == FLOAT16 || this == FLOAT32 || this == FLOAT64 || this == BFLOAT16;
  }
}
