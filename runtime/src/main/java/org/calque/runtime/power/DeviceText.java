package org.calque.runtime.power;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Texts by which devices are told apart, some of which a library may not tell. */
public final class DeviceText {
  private DeviceText() {}

  /** Asks for a text. */
  @FunctionalInterface
  public interface Question {
    /**
     * The answer.
     *
     * @throws SensorException when there is none
     */
    String ask() throws SensorException;
  }

  /** The answer; empty where there is none. */
  public static String orEmpty(Question question) {
    try {
      return question.ask();
    } catch (SensorException e) {
      return "";
    }
  }

  /** Those that are told, with commas between. */
  public static String joined(String... texts) {
    return Stream.of(texts).filter(text -> !text.isEmpty()).collect(Collectors.joining(", "));
  }
}
