package org.calque.results;

import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON as a stream of tokens. It stands apart from {@link Json} because setting up what makes
 * objects and trees of them takes longer than reading most files.
 */
final class JsonText {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonText() {}

  static JsonParser parser(byte[] source) {
    return parser(source, 0, source.length);
  }

  static JsonParser parser(byte[] source, int from, int length) {
    return FACTORY.createParser(ObjectReadContext.empty(), source, from, length);
  }
}
