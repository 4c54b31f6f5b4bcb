package org.calque.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
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

  /**
   * Reads a run, or the result file of a plain JMH run, which becomes a run of an unknown machine
   * named after the file.
   *
   * @throws RunFormatException when the file is absent or is neither, in one line
   * @throws IOException when the file cannot be read
   */
  public static Run read(Path file) throws IOException {
    try {
      return parse(Files.readAllBytes(file), nameOf(file));
    } catch (NoSuchFileException e) {
      throw new RunFormatException("there is no file " + file, e);
    } catch (JacksonException e) {
      throw new RunFormatException(file + ": " + Json.complaint(e), e);
    } catch (RunFormatException | IllegalArgumentException e) {
      throw new RunFormatException(file + ": " + e.getMessage(), e);
    }
  }

  private static Run parse(byte[] bytes, String name) {
    JsonNode root = Json.MAPPER.readTree(bytes);
    if (root.isMissingNode()) {
      throw new RunFormatException(
          "the file is empty; JMH writes results only when it ends, so the run was killed or"
              + " stopped at a failure (-foe true): run it again");
    }
    if (root.isArray()) {
      return JmhFormat.run(name, root);
    }
    JsonNode version = root.path("formatVersion");
    if (!version.isInt()) {
      throw new RunFormatException(
          "neither a Calque run (an object with a formatVersion) nor a JMH result (an array):"
              + " give the file of a run, or one that JMH wrote with -rf json");
    }
    if (version.intValue() > Run.FORMAT_VERSION) {
      throw new RunFormatException(
          "written in format "
              + version.intValue()
              + ", and this version reads up to "
              + Run.FORMAT_VERSION
              + ": use a newer Calque");
    }
    if (version.intValue() == 1) {
      root.path("workloads").forEach(RunFormat::upgrade);
      root.path("entries").forEach(RunFormat::upgradeEntry);
    }
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
    return file.getFileName().toString().replaceFirst("\\.json$", "");
  }
}
