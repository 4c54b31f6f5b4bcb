package org.calque.trace;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;

/**
 * Reads an execution trace, plain or gzipped, in one pass over its tokens. Which fields a node has
 * decides how it is read, not the schema string; the string only says whether the file is of a kind
 * that is known.
 */
public final class ExecutionTraceReader {
  /** Schema versions whose fields this reader knows. */
  static final Set<String> SCHEMAS =
      Set.of(
          "1.0.1",
          "1.0.2-chakra.0.0.4",
          "1.0.3-chakra.0.0.4",
          "1.0.4-chakra.0.0.4",
          "1.1.0-chakra.0.0.4",
          "1.1.1-chakra.0.0.4");

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          // The digest wants every byte, and those after the last token, too.
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .build();

  private static final int GZIP_MAGIC = 0x1f8b;

  private ExecutionTraceReader() {}

  /**
   * Reads a file.
   *
   * @throws TraceFormatException if it is missing, empty, cut off, not JSON, not an execution trace
   *     or of an unknown schema
   */
  public static ExecutionTrace read(Path file) {
    String name = file.toString();
    MessageDigest digest = sha256();
    List<TraceNode> nodes = new ArrayList<>();
    String schema;
    try (InputStream bytes =
        new BufferedInputStream(new DigestInputStream(Files.newInputStream(file), digest))) {
      InputStream json = decompress(name, bytes);
      try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
        schema = readDocument(name, parser, nodes);
        bytes.transferTo(OutputStream.nullOutputStream());
      }
    } catch (NoSuchFileException e) {
      throw new TraceFormatException(name, "no such file", e);
    } catch (EOFException e) {
      throw new TraceFormatException(name, cutOff(nodes), e);
    } catch (ZipException e) {
      throw new TraceFormatException(name, "damaged gzip data: " + e.getMessage(), e);
    } catch (AccessDeniedException e) {
      throw new TraceFormatException(name, "permission to read it is denied", e);
    } catch (IOException e) {
      throw new TraceFormatException(name, "cannot be read: " + e.getMessage(), e);
    } catch (JacksonException e) {
      throw damaged(name, nodes, e);
    }
    String hash = HexFormat.of().formatHex(digest.digest());
    try {
      return new ExecutionTrace(
          new ExecutionTrace.Source(file.getFileName().toString(), hash, schema), nodes);
    } catch (IllegalArgumentException e) {
      throw new TraceFormatException(name, e.getMessage() + "; record the trace again", e);
    }
  }

  private static InputStream decompress(String name, InputStream bytes) throws IOException {
    bytes.mark(2);
    int first = bytes.read();
    int second = bytes.read();
    bytes.reset();
    if (first < 0) {
      throw new TraceFormatException(name, "the file is empty; record the trace again");
    }
    return (first << 8 | second) == GZIP_MAGIC ? new GZIPInputStream(bytes, 1 << 16) : bytes;
  }

  private static String readDocument(String name, JsonParser parser, List<TraceNode> nodes) {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new TraceFormatException(name, "not an execution trace: no JSON object at the start");
    }
    String schema = null;
    boolean hasNodes = false;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String field = parser.currentName();
      JsonToken value = parser.nextToken();
      if (field.equals("schema")) {
        schema = knownSchema(name, parser.getString());
      } else if (field.equals("nodes") && value == JsonToken.START_ARRAY) {
        hasNodes = true;
        readNodes(name, parser, nodes);
      } else {
        parser.skipChildren();
      }
    }
    if (parser.nextToken() != null) {
      throw new TraceFormatException(
          name, "the file goes on after the end of the trace; record each trace into its own file");
    }
    if (schema == null || !hasNodes) {
      throw new TraceFormatException(
          name,
          "not an execution trace: it has no "
              + (schema == null ? "\"schema\"" : "\"nodes\"")
              + "; a Kineto trace is a different file");
    }
    return schema;
  }

  private static String knownSchema(String name, String schema) {
    if (!SCHEMAS.contains(schema)) {
      throw new TraceFormatException(
          name,
          "unknown schema \""
              + schema
              + "\"; known are "
              + String.join(", ", SCHEMAS.stream().sorted().toList()));
    }
    return schema;
  }

  private static void readNodes(String name, JsonParser parser, List<TraceNode> nodes) {
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        throw new TraceFormatException(
            name, "not an execution trace: one of its nodes is no object");
      }
      NodeReader node = new NodeReader();
      try {
        nodes.add(node.read(parser));
      } catch (IllegalArgumentException e) {
        throw new TraceFormatException(
            name, "node " + node.id() + " (" + node.name() + "): " + e.getMessage(), e);
      }
    }
  }

  private static TraceFormatException damaged(
      String name, List<TraceNode> nodes, JacksonException e) {
    if (e instanceof UnexpectedEndOfInputException
        || e.getCause() instanceof EOFException
        || String.valueOf(e.getOriginalMessage()).startsWith("Unexpected end-of-input")) {
      return new TraceFormatException(name, cutOff(nodes), e);
    }
    if (e.getCause() instanceof ZipException zip) {
      return new TraceFormatException(name, "damaged gzip data: " + zip.getMessage(), e);
    }
    String reason = e.getOriginalMessage();
    return new TraceFormatException(
        name,
        (e instanceof StreamConstraintsException ? "not an execution trace" : "not valid JSON")
            + at(e.getLocation())
            + (nodes.isEmpty() ? "" : ", after node " + nodes.get(nodes.size() - 1).id())
            + ": "
            + reason.lines().findFirst().orElse("unreadable"),
        e);
  }

  private static String at(TokenStreamLocation location) {
    return location == null
        ? ""
        : " at line " + location.getLineNr() + ", column " + location.getColumnNr();
  }

  private static String cutOff(List<TraceNode> nodes) {
    return "the file is cut off "
        + (nodes.isEmpty()
            ? "before its first node"
            : "after node " + nodes.get(nodes.size() - 1).id())
        + "; stop the observer before the process ends and record the trace again";
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
