package org.calque.results.format;

import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** JSON with a line for each key, the same on every system. */
final class PrettyJson {
  private static final ObjectWriter WRITER =
      JsonMapper.builder()
          .build()
          .writer()
          .with(new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n")));

  private PrettyJson() {}

  /** Ends with a line break. */
  static String text(JsonNode tree) {
    return WRITER.writeValueAsString(tree) + "\n";
  }
}
