package org.calque.results;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;

/** How a {@link JmhRecord} is written and read: its text goes in and out as it is. */
final class JmhRecordJson {
  /** Attribute of a reader: the bytes that it reads. */
  private static final Object SOURCE = new Object();

  private JmhRecordJson() {}

  /** A reader of these bytes, of which the records then are slices. */
  static ObjectReader reader(Class<?> type, byte[] source) {
    return Json.MAPPER.readerFor(type).withAttribute(SOURCE, source);
  }

  static final class Writer extends ValueSerializer<JmhRecord> {
    @Override
    public void serialize(JmhRecord record, JsonGenerator out, SerializationContext context) {
      out.writeRawValue(record.json());
    }
  }

  static final class Reader extends ValueDeserializer<JmhRecord> {
    @Override
    public JmhRecord deserialize(JsonParser parser, DeserializationContext context) {
      return read(parser, (byte[]) context.getAttribute(SOURCE));
    }
  }

  /**
   * The record that the parser stands at.
   *
   * @param source the bytes that the parser reads; null when it reads no bytes
   * @throws RunFormatException when it is not an object
   */
  static JmhRecord read(JsonParser parser, byte[] source) {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new RunFormatException("a record of JMH is an object, not " + parser.currentToken());
    }
    long from = parser.currentTokenLocation().getByteOffset();
    // No bytes where the source is a tree, or text in another encoding than UTF-8.
    if (source == null || from < 0) {
      return JmhRecord.of(parser.<JsonNode>readValueAsTree());
    }
    return JmhRecord.read(parser, source, Math.toIntExact(from));
  }
}
