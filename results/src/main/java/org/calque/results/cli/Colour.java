package org.calque.results.cli;

import java.util.Locale;
import org.calque.results.diff.Row;
import picocli.CommandLine.Help.Ansi.IStyle;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Whether lines have colours. */
enum Colour {
  /** On a terminal that can show them, unless {@code NO_COLOR} is set (no-color.org). */
  AUTO,
  ALWAYS,
  NEVER;

  /** The line in the colour that the state of its row has; as it is for most. */
  String paint(String line, Row row) {
    if (!row.gates() || !shown()) {
      return line;
    }
    return switch (row.state()) {
      case REGRESSED, NEWLY_FAILING -> in(Style.fg_red, line);
      case IMPROVED, FIXED -> in(Style.fg_green, line);
      case INCONCLUSIVE -> in(Style.fg_yellow, line);
      default -> line;
    };
  }

  private static String in(IStyle style, String line) {
    return style.on() + line + Style.reset.on();
  }

  private boolean shown() {
    return switch (this) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO ->
          System.console() != null
              && System.getenv("NO_COLOR") == null
              && !"dumb".equals(System.getenv("TERM"));
    };
  }

  /** Reads the names in lower case. */
  static final class Converter implements ITypeConverter<Colour> {
    @Override
    public Colour convert(String text) {
      for (Colour colour : values()) {
        if (colour.name().toLowerCase(Locale.ROOT).equals(text)) {
          return colour;
        }
      }
      throw new TypeConversionException("'" + text + "' is none of auto, always, never");
    }
  }
}
