package org.calque.results;

import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** How this package reads and writes JSON, and how it puts a parser's complaint in one line. */
final class Json {
  /** Writes fields in the order of declaration and nulls too; ignores fields it does not know. */
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private Json() {}

  /** What is wrong and where, in one line without the name of the file. */
  static String complaint(JacksonException e) {
    if (e instanceof StreamReadException) {
      TokenStreamLocation at = e.getLocation();
      return "not valid JSON at line "
          + at.getLineNr()
          + ", column "
          + at.getColumnNr()
          + ": "
          + firstLine(e).replaceFirst(" \\(start marker at .*", "");
    }
    String what =
        e.getCause() instanceof IllegalArgumentException own ? own.getMessage() : firstLine(e);
    return e.getPath().isEmpty() ? what : path(e) + ": " + what;
  }

  private static String firstLine(JacksonException e) {
    return e.getOriginalMessage().lines().findFirst().orElse("unreadable").strip();
  }

  /** Such as {@code entries[2].status}. */
  private static String path(JacksonException e) {
    StringBuilder path = new StringBuilder();
    for (JacksonException.Reference step : e.getPath()) {
      if (step.getPropertyName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
      }
    }
    return path.toString();
  }
}
