package org.calque.report;

import java.io.PrintWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reports as one JSON document with every row, in ASCII. Sizes are in bytes, times in nanoseconds,
 * shares from 0 to 1; what is unknown is {@code null}.
 */
public final class JsonReport implements ReportWriter {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build();

  private final PrintWriter out;
  private final JsonGenerator json;

  /**
   * Writes to {@code out}.
   *
   * @param field name of the list of reports
   */
  public JsonReport(PrintWriter out, String field) {
    this.out = out;
    json = JSON.writerWithDefaultPrettyPrinter().createGenerator(out);
    json.writeStartObject();
    json.writeArrayPropertyStart(field);
  }

  @Override
  public void write(Report report) {
    json.writeStartObject();
    json.writeStringProperty("title", report.title());
    for (Section section : report.sections()) {
      json.writeName(section.field());
      if (section instanceof Section.Facts facts) {
        json.writeStartObject();
        for (Section.Fact fact : facts.facts()) {
          json.writeName(fact.field());
          value(fact.value());
        }
        json.writeEndObject();
      } else if (section instanceof Section.Table table) {
        json.writeStartArray();
        for (List<Cell> row : table.rows()) {
          row(table.columns(), row);
        }
        json.writeEndArray();
      }
    }
    json.writeEndObject();
  }

  private void row(List<Column> columns, List<Cell> row) {
    json.writeStartObject();
    for (int i = 0; i < row.size(); i++) {
      if (columns.get(i).isInData()) {
        json.writeName(columns.get(i).field());
        value(row.get(i));
      }
    }
    json.writeEndObject();
  }

  private void value(Cell cell) {
    if (cell instanceof Cell.Words words) {
      json.writeString(words.text());
    } else if (cell instanceof Cell.Name name) {
      json.writeString(name.text());
    } else if (cell instanceof Cell.Count count) {
      json.writeNumber(count.value());
    } else if (cell instanceof Cell.Id id) {
      json.writeNumber(id.value());
    } else if (cell instanceof Cell.Bytes bytes) {
      json.writeNumber(bytes.value());
    } else if (cell instanceof Cell.Nanos nanos) {
      json.writeNumber(nanos.value());
    } else if (cell instanceof Cell.Flops flops) {
      json.writeNumber(flops.value());
    } else if (cell instanceof Cell.FlopsPerSecond rate) {
      json.writeNumber(rate.value());
    } else if (cell instanceof Cell.Share share) {
      json.writeNumber(share.value());
    } else {
      json.writeNull();
    }
  }

  @Override
  public void close() {
    json.close();
    out.println();
    out.flush();
  }
}
