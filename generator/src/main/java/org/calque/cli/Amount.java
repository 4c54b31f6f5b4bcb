package org.calque.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a positive number with an optional suffix: {@code 64}, {@code 16M}. */
final class Amount implements ITypeConverter<Long> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,18})([kKmMgG]?)");

  @Override
  public Long convert(String text) {
    Matcher form = FORM.matcher(text);
    if (form.matches()) {
      int shift =
          switch (form.group(2)) {
            case "k", "K" -> 10;
            case "m", "M" -> 20;
            case "g", "G" -> 30;
            default -> 0;
          };
      long number = Long.parseLong(form.group(1));
      if (number > 0 && number <= Long.MAX_VALUE >> shift) {
        return number << shift;
      }
    }
    throw new TypeConversionException(
        "\"" + text + "\" is not a positive number, which may end in k, M or G");
  }
}
