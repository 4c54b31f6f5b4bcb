package org.calque.results;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * The JSON file of a {@link Run}: one object whose keys are the components of the records of this
 * package, in lowerCamelCase and in the order of their declaration. What is unknown is {@code
 * null}; times are ISO 8601 in UTC; keys that a reader does not know are skipped. Reading accepts a
 * plain JMH file too, see {@link JmhFormat}.
 */
public final class RunFormat {
  private RunFormat() {}

  /** The run as indented JSON that ends with a line break; the same text for equal runs. */
  public static String write(Run run) {
    return Json.MAPPER.writeValueAsString(run) + "\n";
  }

  /** Writes the same text as UTF-8, piece by piece, and leaves the stream open. */
  public static void write(Run run, OutputStream out) throws IOException {
    Json.MAPPER.writer().without(StreamWriteFeature.AUTO_CLOSE_TARGET).writeValue(out, run);
    out.write('\n');
  }

  /**
   * Reads a run, or the result file of a plain JMH run, which becomes a run of an unknown machine
   * named after the file.
   *
   * @throws RunFormatException when the file is absent or is neither, in one line
   * @throws IOException when the file cannot be read
   */
  public static Run read(Path file) throws IOException {
    try {
      byte[] bytes = FileBytes.read(file);
      return JournalFormat.isJournal(file)
          ? JournalFormat.parse(bytes)
          : parse(bytes, nameOf(file));
    } catch (NoSuchFileException e) {
      throw new RunFormatException("there is no file " + file, e);
    } catch (JacksonException e) {
      throw new RunFormatException(file + ": " + Json.complaint(e), e);
    } catch (RunFormatException | IllegalArgumentException e) {
      throw new RunFormatException(file + ": " + e.getMessage(), e);
    }
  }

  static Run parse(byte[] bytes, String name) {
    switch (firstToken(bytes)) {
      case NOT_AVAILABLE ->
          throw new RunFormatException(
              "the file is empty; JMH writes results only when it ends, so the run was killed or"
                  + " stopped at a failure (-foe true): run it again");
      case START_ARRAY -> {
        return JmhFormat.run(name, bytes);
      }
      default -> {
        int version = version(bytes);
        Run run =
            version == 1
                ? upgraded(bytes)
                : JmhRecordJson.reader(Run.class, bytes).readValue(bytes);
        return run.inFormat(Run.FORMAT_VERSION);
      }
    }
  }

  /** The token that the text begins with; {@code NOT_AVAILABLE} when it is empty. */
  private static JsonToken firstToken(byte[] bytes) {
    try (JsonParser parser = JsonText.parser(bytes)) {
      JsonToken first = parser.nextToken();
      return first == null ? JsonToken.NOT_AVAILABLE : first;
    }
  }

  private static int version(byte[] bytes) {
    try (JsonParser parser = JsonText.parser(bytes)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean version = parser.currentName().equals("formatVersion");
        if (parser.nextToken() == JsonToken.VALUE_NUMBER_INT && version) {
          return supported(parser.getIntValue());
        }
        parser.skipChildren();
      }
    }
    throw new RunFormatException(
        "neither a Calque run (an object with a formatVersion) nor a JMH result (an array):"
            + " give the file of a run, or one that JMH wrote with -rf json");
  }

  private static int supported(int version) {
    if (version < 1 || version > Run.FORMAT_VERSION) {
      throw new RunFormatException(
          "written in format "
              + version
              + ", and this version reads up to "
              + Run.FORMAT_VERSION
              + ": use a newer Calque");
    }
    return version;
  }

  private static Run upgraded(byte[] bytes) {
    JsonNode root = Json.MAPPER.readTree(bytes);
    root.path("workloads").forEach(RunFormat::upgrade);
    root.path("entries").forEach(RunFormat::upgradeEntry);
    return Json.MAPPER.treeToValue(root, Run.class);
  }

  /** Where the first format was written, there was one device and nothing could be left out. */
  private static void upgradeEntry(JsonNode entry) {
    if (!entry.path("workload").isNull() && entry.path("params") instanceof ObjectNode parameters) {
      parameters.putIfAbsent("device", StringNode.valueOf("cpu"));
      parameters.putIfAbsent("uncovered", StringNode.valueOf("refused"));
    }
  }

  /** The first format knew calls that were bound, and others. */
  private static void upgrade(JsonNode workload) {
    if (!(workload.path("coverage") instanceof ObjectNode coverage)) {
      return;
    }
    coverage.put("device", "cpu");
    int bound = coverage.path("callsBound").asInt(0);
    int left = coverage.path("callsTotal").asInt(0) - bound;
    coverage.putPOJO("exact", new Coverage.Amount(bound, 0));
    coverage.putPOJO("impossible", new Coverage.Amount(left, 0));
    ArrayNode named = coverage.putArray("named");
    coverage
        .path("missing")
        .properties()
        .forEach(
            entry ->
                named.addPOJO(
                    new Coverage.Named(
                        entry.getKey(),
                        "impossible",
                        new Coverage.Amount(entry.getValue().asInt(0), 0),
                        "")));
  }

  private static String nameOf(Path file) {
    return file.getFileName().toString().replaceFirst("\\.jsonl?$", "");
  }
}
