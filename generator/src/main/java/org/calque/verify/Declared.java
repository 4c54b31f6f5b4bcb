package org.calque.verify;

/** A kind of difference that is no mistake, and why. */
public enum Declared {
  /** A view of known memory for which the recording has no operator. */
  VIEW("view", "made by aten::as_strided, where the recording shows no operator"),

  /** A number that Python passed where an operator takes a tensor. */
  NUMBER("number", "passed as a tensor; a trace does not hold its value"),

  /** A number that an operator read from a tensor. */
  READ_NUMBER("read-number", "read from a tensor; a trace does not hold the elements of tensors"),

  /** A tensor that was prepared, where the original took one that the step computes. */
  PREPARED(
      "prepared",
      "taken in place of an operand that is computed from values a trace does not hold"),

  /** A value that a trace names and does not hold, such as a generator. */
  UNRECORDED("unrecorded", "named in a trace but not held by it, such as a generator"),

  /** An operator on another device than the recorded one. */
  DEVICE("device", "recorded on another device; what the operator calls is not compared"),

  /** See {@link BuildQuestion}. */
  BUILD_QUESTION(
      "build-question", "whether NNPACK is there, asked by a LibTorch that was built with it"),

  /** See {@link BatchedProduct}. */
  BATCHED_PRODUCT(
      "batched-product",
      "computed matrix by matrix by a LibTorch without MKL, and at once with it");

  private final String id;
  private final String reason;

  Declared(String id, String reason) {
    this.id = id;
    this.reason = reason;
  }

  /** What reports call it. */
  public String id() {
    return id;
  }

  /** What it is, and why it is no mistake. */
  public String reason() {
    return reason;
  }
}
