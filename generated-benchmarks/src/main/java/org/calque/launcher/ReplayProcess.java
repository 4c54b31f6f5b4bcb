package org.calque.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.calque.runtime.ReplayException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A process that replays one workload step by step, so that its memory is its own. */
final class ReplayProcess implements AutoCloseable {
  /**
   * With these the Java heap is resident from the start, and the process grows by what is native.
   */
  private static final List<String> HEAP = List.of("-Xms512m", "-XX:+AlwaysPreTouch");

  private final String workload;
  private final Process process;
  private final BufferedReader answers;
  private final PrintWriter requests;

  private ReplayProcess(String workload, Process process) {
    this.workload = workload;
    this.process = process;
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    requests = new PrintWriter(process.getOutputStream(), true, StandardCharsets.UTF_8);
  }

  /**
   * Starts the process, and waits until it is ready to replay.
   *
   * @param options further options of {@link ReplayCommand}
   * @throws ReplayException if it cannot replay; it has said why on standard error
   */
  static ReplayProcess start(String workload, List<String> options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        ForkArguments.of(Runtime.version().feature(), System.getProperties(), true, HEAP));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("replay", workload, "--on-request"));
    command.addAll(options);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    ReplayProcess started = new ReplayProcess(workload, process);
    started.answer();
    return started;
  }

  /** Replays a step; nanoseconds that it took. */
  long step() throws IOException {
    requests.println("step");
    return Long.parseLong(answer());
  }

  /** What {@link UsageMeter} says. */
  JsonNode usage() throws IOException {
    requests.println("usage");
    return JsonMapper.shared().readTree(answer());
  }

  private String answer() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new ReplayException(workload + ": its replay ended early");
    }
    return line;
  }

  @Override
  public void close() {
    requests.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
