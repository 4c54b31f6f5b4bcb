package org.calque.runtime;

/**
 * A native library of operators beside the engine's own.
 *
 * @param file its absolute path
 * @param operators how many operators it registered, at least 1
 */
public record OperatorLibrary(String file, int operators) {
  /** The system property that names such libraries, with the path separator between several. */
  public static final String PROPERTY = "calque.op.libraries";

  /** The environment variable that does where the property is not set. */
  public static final String VARIABLE = "CALQUE_OP_LIBRARIES";
}
