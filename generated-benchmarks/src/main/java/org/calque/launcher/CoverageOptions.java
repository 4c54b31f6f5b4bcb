package org.calque.launcher;

import java.util.List;
import org.calque.runtime.TypeSubstitutions;
import org.calque.runtime.Uncovered;
import picocli.CommandLine.Option;

/** The options that let a replay do less, or other work, than was recorded. */
final class CoverageOptions {
  @Option(
      names = LauncherArguments.SKIP_UNCOVERED,
      description = "Leave out operators that cannot be run; the replay is then partial.")
  private boolean skipUncovered;

  @Option(
      names = LauncherArguments.ALLOW_DTYPE,
      paramLabel = "TYPE=OTHER",
      description =
          "Let tensors of a floating-point type have another, such as float16=float32; may be given"
              + " again.")
  private List<String> types = List.of();

  Uncovered uncovered() {
    return skipUncovered ? Uncovered.SKIPPED : Uncovered.REFUSED;
  }

  /**
   * Types in place of others.
   *
   * @throws org.calque.runtime.ReplayException if it is none
   */
  TypeSubstitutions types() {
    return LauncherArguments.types(types);
  }
}
