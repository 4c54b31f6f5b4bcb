package org.calque.results;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * Names of runs: the UTC time of the start in milliseconds and six random hexadecimal digits, such
 * as {@code 20261130T091523.417Z-3fa9c1}. They sort by time, and two runs that start in the same
 * millisecond still differ.
 */
public final class RunId {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final Pattern MINTED = Pattern.compile("\\d{8}T\\d{6}\\.\\d{3}Z-[0-9a-f]{6}");
  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");

  private RunId() {}

  static String mint(Instant started) {
    return time(started) + "-" + suffix();
  }

  /** The time as ids have it: {@code 20261130T091523.417Z}. */
  public static String time(Instant at) {
    return TIME.format(at);
  }

  /** Six random hexadecimal digits. */
  static String suffix() {
    return String.format(Locale.ROOT, "%06x", ThreadLocalRandom.current().nextInt(1 << 24));
  }

  /** Whether the id tells the time, as those from {@link #mint} do. */
  static boolean tellsTime(String id) {
    return MINTED.matcher(id).matches();
  }

  /** Whether the id can be a file name on every system and cannot leave the folder. */
  public static boolean fitsFileName(String id) {
    return SAFE.matcher(id).matches();
  }
}
