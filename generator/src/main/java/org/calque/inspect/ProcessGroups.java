package org.calque.inspect;

import java.util.ArrayList;
import java.util.List;
import org.calque.report.Cell;
import org.calque.report.Column;
import org.calque.report.Section;
import org.calque.report.Section.Table;
import org.calque.trace.ExecutionTrace;
import org.calque.trace.TraceNode;
import org.calque.trace.TraceValue;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The process groups that the recorded process belongs to, from the label that lists them. */
final class ProcessGroups {
  private static final String LABEL = "## process_group:init ##";
  private static final int RANKS_SHOWN = 16;

  private ProcessGroups() {}

  static Section of(ExecutionTrace trace) {
    List<List<Cell>> rows = new ArrayList<>();
    for (TraceNode node : trace.nodes()) {
      if (node.name().equals(LABEL)
          && !node.inputs().isEmpty()
          && node.inputs().get(0) instanceof TraceValue.Text text) {
        add(rows, text.value());
      }
    }
    return new Table(
        "process_groups",
        "Process groups",
        List.of(
            Column.number("size", "ranks"),
            Column.text("name", "name"),
            Column.text("description", "description"),
            Column.text("backend", "backend"),
            Column.text("members", "members")),
        rows.stream().distinct().toList(),
        Table.Extent.FIRST_ROWS);
  }

  private static void add(List<List<Cell>> rows, String json) {
    JsonNode groups;
    try {
      groups = JsonMapper.shared().readTree(json);
    } catch (JacksonException e) {
      rows.add(
          List.of(
              Cell.UNKNOWN,
              Cell.UNKNOWN,
              Cell.UNKNOWN,
              Cell.UNKNOWN,
              new Cell.Words("the trace's list of groups is cut off or no JSON")));
      return;
    }
    for (JsonNode group : groups) {
      JsonNode size = group.path("group_size");
      rows.add(
          List.of(
              size.canConvertToLong() ? new Cell.Count(size.longValue()) : Cell.UNKNOWN,
              text(group.path("pg_name")),
              text(group.path("pg_desc")),
              text(group.path("backend_config")),
              members(group.path("ranks"))));
    }
  }

  private static Cell text(JsonNode value) {
    return value.isString() && !value.stringValue().isEmpty()
        ? new Cell.Name(value.stringValue())
        : Cell.UNKNOWN;
  }

  /** An empty list stands for all ranks. */
  private static Cell members(JsonNode ranks) {
    if (!ranks.isArray() || ranks.isEmpty()) {
      return new Cell.Words("all");
    }
    List<String> shown = new ArrayList<>();
    for (JsonNode rank : ranks) {
      if (shown.size() < RANKS_SHOWN) {
        shown.add(rank.asString());
      }
    }
    int others = ranks.size() - shown.size();
    return new Cell.Name(String.join(", ", shown) + (others > 0 ? " and " + others + " more" : ""));
  }
}
