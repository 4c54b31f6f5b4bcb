package org.calque.replay;

import java.util.Optional;

/**
 * What of a trace becomes a program, where there is a choice.
 *
 * @param step number or text of the label of the recorded step; empty for the first complete one
 */
public record BuildOptions(Optional<String> step) {
  /** The choices that need no person. */
  public static final BuildOptions DEFAULT = new BuildOptions(Optional.empty());

  /** The same with a chosen step. */
  public BuildOptions withStep(String wanted) {
    return new BuildOptions(Optional.of(wanted));
  }
}
