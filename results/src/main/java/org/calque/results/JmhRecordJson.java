package org.calque.results;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
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
      return new JmhRecordReader(parser).record((byte[]) context.getAttribute(SOURCE));
    }
  }
}
