package org.calque.results.report;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A Chromium of this machine with one tab. It is driven by its own protocol and not by a test
 * framework: the framework's drivers for Java are 200 MB, and the pages here need a dozen commands.
 */
final class Chromium implements AutoCloseable {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  /**
   * As root Chromium refuses its sandbox; the page is our own. The rest keeps it off the network.
   */
  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--disable-dev-shm-usage",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--hide-scrollbars",
          "--remote-debugging-port=0");

  private final Process process;
  private final Path folder;
  private final DevTools tools;
  private final String session;

  private Chromium(Process process, Path folder, DevTools tools) {
    this.process = process;
    this.folder = folder;
    this.tools = tools;
    String target =
        tools
            .send(null, "Target.createTarget", Map.of("url", "about:blank"))
            .path("targetId")
            .asString("");
    this.session =
        tools
            .send(null, "Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .path("sessionId")
            .asString("");
    for (String domain : List.of("Page", "Runtime", "Network", "Log")) {
      send(domain + ".enable", Map.of());
    }
  }

  /** Where Chromium is on this machine; empty when it is not there. */
  static Optional<Path> installed() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Arrays.stream(path.split(File.pathSeparator))
        .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static Chromium start(Path program) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("chromium");
    ProcessBuilder builder = new ProcessBuilder(program.toString());
    builder.command().addAll(FLAGS);
    builder.command().add("--user-data-dir=" + folder);
    builder.command().add("about:blank");
    builder.redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile());
    Process process = builder.start();
    // Chromium writes here which port it took.
    Path port = folder.resolve("DevToolsActivePort");
    for (int i = 0; i < 600; i++) {
      if (Files.exists(port) && Files.readAllLines(port).size() == 2) {
        List<String> lines = Files.readAllLines(port);
        URI address = URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
        return new Chromium(process, folder, DevTools.connect(address));
      }
      Thread.sleep(100);
    }
    process.destroyForcibly();
    throw new IllegalStateException(
        "no Chromium after a minute: " + Files.readString(folder.resolve("log")));
  }

  JsonNode send(String method, Map<String, ?> parameters) {
    return tools.send(session, method, parameters);
  }

  /** Opens a page and waits until its scripts have run. */
  void open(Path page) {
    send("Page.navigate", Map.of("url", page.toUri().toString()));
    evaluate(
        "new Promise(done => document.readyState === 'complete' && location.protocol === 'file:'"
            + " ? done() : addEventListener('load', done))");
    frames();
  }

  /** Waits until what was changed is drawn. */
  void frames() {
    evaluate(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>"
            + " setTimeout(done, 50))))");
  }

  /** The value of an expression of the page; promises are awaited. */
  JsonNode evaluate(String expression) {
    JsonNode answer =
        send(
            "Runtime.evaluate",
            Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
    if (answer.has("exceptionDetails")) {
      throw new IllegalStateException(expression + ": " + answer.path("exceptionDetails"));
    }
    return answer.path("result").path("value");
  }

  void size(int width, int height, double scale) {
    send(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", scale, "mobile", false));
    frames();
  }

  /** What CSS asks for: {@code screen} or {@code print}, {@code light} or {@code dark}. */
  void media(String medium, String scheme) {
    send(
        "Emulation.setEmulatedMedia",
        Map.of(
            "media",
            medium,
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    frames();
  }

  /** Presses and releases a key on what has the focus. */
  void press(String key, int code, String text) {
    Map<String, Object> down =
        Map.of(
            "type",
            "keyDown",
            "key",
            key,
            "code",
            key,
            "windowsVirtualKeyCode",
            code,
            "text",
            text);
    send("Input.dispatchKeyEvent", down);
    send(
        "Input.dispatchKeyEvent",
        Map.of("type", "keyUp", "key", key, "code", key, "windowsVirtualKeyCode", code));
    frames();
  }

  /** Clicks in the middle of the first element that the selector finds. */
  void click(String selector) {
    JsonNode at =
        evaluate(
            "(() => { const e = document.querySelector('"
                + selector
                + "');"
                + " e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect();"
                + " return {x: r.x + r.width / 2, y: r.y + r.height / 2}; })()");
    for (String type : List.of("mousePressed", "mouseReleased")) {
      send(
          "Input.dispatchMouseEvent",
          Map.of(
              "type",
              type,
              "x",
              at.path("x").asDouble(0),
              "y",
              at.path("y").asDouble(0),
              "button",
              "left",
              "clickCount",
              1));
    }
    frames();
  }

  /** The page as PNG. */
  byte[] screenshot() {
    String data =
        send("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true))
            .path("data")
            .asString("");
    return Base64.getDecoder().decode(data);
  }

  /** What the page asked for that is neither itself nor inside itself. */
  List<String> requests() {
    return tools.events("Network.requestWillBeSent").stream()
        .map(event -> event.path("params").path("request").path("url").asString(""))
        .filter(
            url -> !url.startsWith("file:") && !url.startsWith("data:") && !url.startsWith("blob:"))
        .toList();
  }

  /** Exceptions and messages of the console, all of them. */
  List<String> complaints() {
    return Stream.of("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")
        .flatMap(name -> tools.events(name).stream())
        .map(JsonNode::toString)
        .toList();
  }

  @Override
  public void close() throws IOException {
    try {
      tools.send(null, "Browser.close", Map.of());
    } catch (IllegalStateException e) {
      // It may be gone before it answers.
    }
    tools.close();
    process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
    process.destroyForcibly().onExit().join();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
