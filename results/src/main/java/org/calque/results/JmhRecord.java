package org.calque.results;

import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * The object that JMH's {@code -rf json} prints for one benchmark, kept as the text that it is. A
 * run of a day has hundreds of megabytes of them; as trees they would not fit in memory.
 */
@JsonSerialize(using = JmhRecordJson.Writer.class)
@JsonDeserialize(using = JmhRecordJson.Reader.class)
public final class JmhRecord {
  private final byte[] source;
  private final int from;
  private final int to;
  private JmhRecordReader.Content content;

  private JmhRecord(byte[] source, int from, int to) {
    this.source = source;
    this.from = from;
    this.to = to;
  }

  /**
   * A record that has been read already: a part of a longer text, which must not change any more.
   *
   * @param source the longer text
   * @param from where its brace opens
   * @param to where that has closed
   */
  JmhRecord(byte[] source, int from, int to, JmhRecordReader.Content content) {
    this(source, from, to);
    this.content = content;
  }

  static JmhRecord of(JsonNode tree) {
    byte[] text = tree.toString().getBytes(StandardCharsets.UTF_8);
    return new JmhRecord(text, 0, text.length);
  }

  /** JMH's text on one line. */
  public String json() {
    byte[] line = new byte[to - from];
    int length = 0;
    boolean quoted = false;
    for (int i = from; i < to; i++) {
      byte c = source[i];
      if (quoted && c == '\\') {
        line[length++] = c;
        line[length++] = source[++i];
      } else if (quoted || c > ' ' || c < 0) {
        quoted ^= c == '"';
        line[length++] = c;
      }
    }
    return new String(line, 0, length, StandardCharsets.UTF_8);
  }

  /** The whole record. */
  public JsonNode tree() {
    return Json.MAPPER.readTree(source, from, to - from);
  }

  /** How it was measured. */
  public JmhSettings settings() {
    return content().settings();
  }

  /** The primary metric, then the secondary ones as JMH ordered them; none that are text. */
  public List<Metric> metrics() {
    return content().metrics();
  }

  private synchronized JmhRecordReader.Content content() {
    if (content == null) {
      try (JsonParser parser = JsonText.parser(source, from, to - from)) {
        parser.nextToken();
        content = new JmhRecordReader(parser).content();
      }
    }
    return content;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JmhRecord record && json().equals(record.json());
  }

  @Override
  public int hashCode() {
    return json().hashCode();
  }

  @Override
  public String toString() {
    return json();
  }
}
