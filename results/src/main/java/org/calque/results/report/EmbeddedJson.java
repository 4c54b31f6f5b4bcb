package org.calque.results.report;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** Values as JSON that can stand inside a script element. */
final class EmbeddedJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(
              new SimpleModule()
                  .addSerializer(new CleanText())
                  .addSerializer(double.class, new FiniteNumber())
                  .addSerializer(Double.class, new FiniteNumber()))
          .build();

  private EmbeddedJson() {}

  /**
   * The JSON on one line. All characters that could end the element or begin a comment are written
   * as escapes, which JSON allows since they occur in its texts alone; numbers that are not finite
   * are null.
   */
  static String of(Object value) {
    return MAPPER
        .writeValueAsString(value)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026");
  }

  private static final class CleanText extends StdSerializer<String> {
    CleanText() {
      super(String.class);
    }

    @Override
    public void serialize(String text, JsonGenerator out, SerializationContext context) {
      out.writeString(SafeText.of(text));
    }
  }

  private static final class FiniteNumber extends StdSerializer<Double> {
    FiniteNumber() {
      super(Double.class);
    }

    @Override
    public void serialize(Double number, JsonGenerator out, SerializationContext context) {
      if (Double.isFinite(number)) {
        out.writeNumber(number);
      } else {
        out.writeNull();
      }
    }
  }
}
