package org.calque.reading;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** What a JSON library takes to pass over every token, without making anything of it. */
final class BareScan {
  private static final JsonFactory FACTORY = new JsonFactory();

  private BareScan() {}

  /** Passes over the text; numbers are parsed, strings are not made. */
  static long tokens(byte[] json) {
    long tokens = 0;
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), json)) {
      JsonToken token;
      while ((token = parser.nextToken()) != null) {
        tokens++;
        if (token == JsonToken.VALUE_NUMBER_INT) {
          tokens += parser.getLongValue() & 1;
        } else if (token == JsonToken.VALUE_STRING) {
          tokens += parser.getStringLength() & 1;
        }
      }
    }
    return tokens;
  }
}
