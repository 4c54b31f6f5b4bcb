package org.calque.results.report;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A connection to a browser by the Chrome DevTools Protocol. */
final class DevTools implements WebSocket.Listener, AutoCloseable {
  private static final JsonMapper MAPPER = JsonMapper.shared();
  private static final int SECONDS = 60;

  private final Map<Integer, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
  private final List<JsonNode> events = new CopyOnWriteArrayList<>();
  private final AtomicInteger last = new AtomicInteger();
  private final StringBuilder message = new StringBuilder();
  private WebSocket socket;

  private DevTools() {}

  static DevTools connect(URI address) {
    DevTools tools = new DevTools();
    tools.socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, tools).join();
    return tools;
  }

  /** Sends a command and waits for its answer. */
  JsonNode send(String session, String method, Map<String, ?> parameters) {
    int id = last.incrementAndGet();
    ObjectNode command = MAPPER.createObjectNode();
    command.put("id", id).put("method", method);
    command.set("params", MAPPER.valueToTree(parameters));
    if (session != null) {
      command.put("sessionId", session);
    }
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    socket.sendText(command.toString(), true).join();
    try {
      JsonNode result = answer.get(SECONDS, TimeUnit.SECONDS);
      if (result.has("error")) {
        throw new IllegalStateException(method + ": " + result.path("error"));
      }
      return result.path("result");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("no answer to " + method, e);
    }
  }

  /** What the browser told unasked, by the name of the event. */
  List<JsonNode> events(String method) {
    return events.stream().filter(e -> e.path("method").asString("").equals(method)).toList();
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean whole) {
    message.append(part);
    if (whole) {
      JsonNode node = MAPPER.readTree(message.toString());
      message.setLength(0);
      CompletableFuture<JsonNode> answer = waiting.remove(node.path("id").asInt(0));
      if (answer != null) {
        answer.complete(node);
      } else {
        events.add(node);
      }
    }
    from.request(1);
    return null;
  }

  @Override
  public void close() {
    socket.abort();
  }
}
