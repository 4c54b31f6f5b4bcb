package org.calque.runtime.cuda;

/** The reason why a class of JCuda cannot be used, in one line. */
final class LinkFailure {
  /** What JCuda writes before the second of the two stack traces that make up its message. */
  private static final String SECOND_TRACE = "load the library as a resource:";

  private LinkFailure() {}

  /** The reason within a message of JCuda, or else the first line of the error. */
  static String reason(Throwable error) {
    Throwable cause = error.getCause() == null ? error : error.getCause();
    String message = String.valueOf(cause.getMessage());
    return message
        .lines()
        .dropWhile(line -> !line.endsWith(SECOND_TRACE))
        .skip(1)
        .findFirst()
        .map(line -> line.replaceFirst("^[\\w.]+: ", ""))
        .orElseGet(
            () ->
                cause.getClass().getSimpleName()
                    + ": "
                    + message.lines().findFirst().orElse("no message"));
  }
}
