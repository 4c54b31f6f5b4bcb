package org.calque.runtime;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What becomes of memory that operators free: a choice for the whole process. */
public enum Allocator {
  /** What the original's did, by the settings that its recording names. */
  AS_RECORDED("as-recorded"),
  /** It stays in the process, so that no step faults it in again. */
  RETAINED("retained"),
  /** Whatever the environment of the process says. */
  SYSTEM("system");

  private final String word;

  Allocator(String word) {
    this.word = word;
  }

  /**
   * The choice of that name.
   *
   * @throws ReplayException if there is none, naming those there are
   */
  public static Allocator named(String word) {
    return Arrays.stream(values())
        .filter(allocator -> allocator.word.equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new ReplayException(
                    "allocator=" + word + " is none of " + words() + "; choose one of them"));
  }

  private static String words() {
    return Arrays.stream(values()).map(Allocator::word).collect(Collectors.joining(", "));
  }

  /** As options and parameters have it. */
  public String word() {
    return word;
  }

  /**
   * The settings to apply.
   *
   * @param recorded those that the recording ran with
   */
  public AllocatorSettings settings(AllocatorSettings recorded) {
    return switch (this) {
      case AS_RECORDED -> recorded;
      case RETAINED -> AllocatorSettings.RETAINED;
      case SYSTEM -> AllocatorSettings.NONE;
    };
  }
}
