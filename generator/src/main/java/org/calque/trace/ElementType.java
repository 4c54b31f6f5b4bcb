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
  BFLOAT16(2, "bfloat16", "c10::BFloat16");

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
    return this == FLOAT16 || this == FLOAT32 || this == FLOAT64 || this == BFLOAT16;
  }

  /** Whether elements are complex numbers. */
  public boolean isComplex() {
    return this == COMPLEX32 || this == COMPLEX64 || this == COMPLEX128;
  }
}
