package org.calque.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Valid JSON means to the lexer what it means to Jackson. */
class JsonLexerAgainstJacksonTest {
  private static final JsonMapper JACKSON = new JsonMapper();
  private static final int VALUES = 20_000;
  private static final int BUFFER = 1 << 16;
  private static final List<String> ESCAPES =
      List.of("\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t");

  private final Random random = new Random(5);

  /** A text in pieces of a few bytes, now and then where the lexer's buffer ends. */
  private JsonLexer lexer(String value) {
    int space = random.nextInt(50) == 0 ? BUFFER - random.nextInt(40) : random.nextInt(40);
    byte[] text = (" ".repeat(space) + value + ",").getBytes(StandardCharsets.UTF_8);
    InputStream pieces =
        new FilterInputStream(new ByteArrayInputStream(text)) {
          private int left = space - 60;

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            int most = left > 0 ? left : 1 + random.nextInt(3);
            int read = super.read(bytes, offset, Math.min(length, most));
            left -= read;
            return read;
          }
        };
    return new JsonLexer(pieces, 1 << 20);
  }

  private String string(JsonLexer lexer) {
    assertThat(lexer.peek()).isEqualTo('"');
    if (random.nextBoolean()) {
      lexer.string();
    } else {
      lexer.unescapedString((bytes, from, to) -> false);
    }
    return new String(
        lexer.bytes(), lexer.from(), lexer.to() - lexer.from(), StandardCharsets.UTF_8);
  }

  @Test
  void strings() {
    for (int i = 0; i < VALUES; i++) {
      StringBuilder json = new StringBuilder("\"");
      int length = random.nextInt(40);
      for (int j = 0; j < length; j++) {
        json.append(character());
      }
      String text = json.append('"').toString();
      JsonLexer lexer = lexer(text + (random.nextBoolean() ? "}]" : ", \"next\": 1"));

      assertThat(string(lexer)).as(text).isEqualTo(JACKSON.readTree(text).stringValue());
      assertThat(lexer.mended()).as(text).isFalse();
    }
  }

  private String character() {
    return switch (random.nextInt(6)) {
      case 0 -> ESCAPES.get(random.nextInt(ESCAPES.size()));
      case 1 -> unicodeEscape(random.nextInt(0xd800));
      case 2 -> {
        char[] pair = Character.toChars(0x10000 + random.nextInt(0x100000));
        yield unicodeEscape(pair[0]) + unicodeEscape(pair[1]);
      }
      case 3 -> Character.toString(0x10000 + random.nextInt(0x100000));
      case 4 -> Character.toString(0x80 + random.nextInt(0xd000));
      default -> {
        char plain = (char) (' ' + random.nextInt(95));
        yield plain == '"' || plain == '\\' ? "-" : Character.toString(plain);
      }
    };
  }

  private String unicodeEscape(int unit) {
    return String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", unit);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\ud800", "\\udc00", "\\ud800x", "\\ud800\\u0041", "\\udfff\\ud800"})
  void halfOfASurrogatePairHasNoText(String half) {
    String expected = half.replaceAll("\\\\u[dD][89a-fA-F]..", "\ufffd").replace("\\u0041", "A");

    assertThat(string(lexer('"' + half + "\"}]"))).isEqualTo(expected);
  }

  @Test
  void numbers() {
    for (int i = 0; i < VALUES; i++) {
      String text = number();
      JsonLexer lexer = lexer(text);
      JsonNode expected = JACKSON.readTree(text);
      lexer.peek();
      if (expected.isIntegralNumber()) {
        BigInteger whole = expected.bigIntegerValue();
        if (whole.bitLength() < 64 || (whole.signum() > 0 && whole.bitLength() == 64)) {
          assertThat(lexer.scalar()).as(text).isEqualTo(JsonLexer.Scalar.INTEGER);
          assertThat(lexer.integer()).as(text).isEqualTo(whole.longValue());
        } else {
          assertThatThrownBy(lexer::scalar).isInstanceOf(DamagedJsonException.class);
        }
      } else {
        assertThat(lexer.scalar()).as(text).isEqualTo(JsonLexer.Scalar.REAL);
        assertThat(Double.doubleToRawLongBits(lexer.real()))
            .as(text)
            .isEqualTo(Double.doubleToRawLongBits(expected.doubleValue()));
      }
    }
  }

  private String number() {
    String sign = random.nextInt(3) == 0 ? "-" : "";
    return switch (random.nextInt(7)) {
      case 0 -> Long.toString(random.nextLong());
      case 1 -> Integer.toString(random.nextInt(2_000) - 1_000);
      case 2 -> sign + new BigInteger(random.nextInt(80), random);
      case 3 ->
          Double.toString(Double.longBitsToDouble(random.nextLong()))
              .replaceAll("NaN|.*Inf.*", "0.1");
      case 4 ->
          sign
              + String.format(
                  "%.6f", Math.abs(random.nextGaussian()) * Math.pow(10, random.nextInt(12)));
      case 5 -> sign + digits() + "." + random.nextInt(10) + digits() + "e-" + random.nextInt(330);
      default -> sign + digits() + "E+" + random.nextInt(330);
    };
  }

  private String digits() {
    return new BigInteger(random.nextInt(120), random).toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false", "null"})
  void words(String word) {
    JsonLexer lexer = lexer(word);
    lexer.peek();

    assertThat(lexer.scalar()).hasToString(word.toUpperCase(Locale.ROOT));
  }
}
