package org.calque.trace;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Element type of a tensor, with the C++ names that traces give it and its size in bytes. */
public enum ElementType {
  /** Unsigned 8-bit integer. */
  UINT8(1, "uint8", "unsigned char"),
  /** Signed 8-bit integer. */
  INT8(1, "int8", "signed char", "char"),
  /** Signed 16-bit integer. */
  INT16(2, "int16", "short", "short int"),
  /** Signed 32-bit integer. */
  INT32(4, "int32", "int"),
  /** Signed 64-bit integer. */
  INT64(8, "int64", "long int", "long", "long long"),
  /** IEEE 754 half precision. */
  FLOAT16(2, "float16", "c10::Half"),
  /** IEEE 754 single precision. */
  FLOAT32(4, "float32", "float"),
  /** IEEE 754 double precision. */
  FLOAT64(8, "float64", "double"),
  /** Pair of half-precision numbers. */
  COMPLEX32(4, "complex32", "c10::complex<c10::Half>"),
  /** Pair of single-precision numbers. */
  COMPLEX64(8, "complex64", "c10::complex<float>"),
  /** Pair of double-precision numbers. */
  COMPLEX128(16, "complex128", "c10::complex<double>"),
  /** Truth value, one byte. */
  BOOL(1, "bool", "bool"),
  /** Brain floating point. */
  BFLOAT16(2, "bfloat16", "c10::BFloat16"),
  /** Quantized signed 8-bit integer. */
  QINT8(1, "qint8", "c10::qint8"),
  /** Quantized unsigned 8-bit integer. */
  QUINT8(1, "quint8", "c10::quint8"),
  /** Quantized signed 32-bit integer. */
  QINT32(4, "qint32", "c10::qint32"),
  /** Eight bits: five of exponent, two of mantissa. */
  FLOAT8_E5M2(1, "float8_e5m2", "c10::Float8_e5m2"),
  /** Eight bits: four of exponent, three of mantissa, no infinities. */
  FLOAT8_E4M3FN(1, "float8_e4m3fn", "c10::Float8_e4m3fn"),
  /** As {@link #FLOAT8_E5M2}, without infinities and negative zero. */
  FLOAT8_E5M2FNUZ(1, "float8_e5m2fnuz", "c10::Float8_e5m2fnuz"),
  /** As {@link #FLOAT8_E4M3FN}, without negative zero. */
  FLOAT8_E4M3FNUZ(1, "float8_e4m3fnuz", "c10::Float8_e4m3fnuz"),
  /** Eight bits of exponent alone: a power of two. */
  FLOAT8_E8M0FNU(1, "float8_e8m0fnu", "c10::Float8_e8m0fnu"),
  /** Unsigned 16-bit integer. */
  UINT16(2, "uint16", "short unsigned int", "unsigned short"),
  /** Unsigned 32-bit integer. */
  UINT32(4, "uint32", "unsigned int"),
  /** Unsigned 64-bit integer. */
  UINT64(8, "uint64", "long unsigned int", "unsigned long", "unsigned long long");

  private static final Map<String, ElementType> BY_TRACE_NAME =
      Stream.of(values())
          .flatMap(type -> Stream.of(type.traceNames).map(name -> Map.entry(name, type)))
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  private final int bytes;
  private final String shortName;
  private final String[] traceNames;

  ElementType(int bytes, String shortName, String... traceNames) {
    this.bytes = bytes;
    this.shortName = shortName;
    this.traceNames = traceNames;
  }

  /** The type of a trace's name for it, such as {@code long int}. */
  public static Optional<ElementType> ofTraceName(String name) {
    return Optional.ofNullable(BY_TRACE_NAME.get(name));
  }

  /** Size of one element in bytes. */
  public int bytes() {
    return bytes;
  }

  /** PyTorch's name, such as {@code float32}. */
  public String shortName() {
    return shortName;
  }

  /** Whether elements are real floating-point numbers. */
  public boolean isFloating() {
    return shortName.startsWith("float") || this == BFLOAT16;
  }

  /**
   * Whether elements are floating-point numbers that some devices have few kernels for, or none.
   */
  public boolean isUncommonFloat() {
    return isFloating() && this != FLOAT32 && this != FLOAT64;
  }

  /** Whether elements are complex numbers. */
  public boolean isComplex() {
    return this == COMPLEX32 || this == COMPLEX64 || this == COMPLEX128;
  }
}
