package org.calque.results.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads {@code 3%} or {@code 0.03}. A bare {@code 3} could be either 3 % or 300 %, so is refused.
 */
final class Percentage implements ITypeConverter<Double> {
  private static final Pattern NUMBER = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*(%?)");

  @Override
  public Double convert(String text) {
    Matcher number = NUMBER.matcher(text.strip());
    if (number.matches()) {
      double value = Double.parseDouble(number.group(1));
      if (!number.group(2).isEmpty()) {
        return value / 100;
      }
      if (value < 1) {
        return value;
      }
    }
    throw new TypeConversionException("'" + text + "' is not a percentage such as 3%");
  }
}
