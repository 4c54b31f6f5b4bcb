package org.calque.results.ab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Runs the process of a slot, and ends it when asked to from another thread. */
final class SlotProcess {
  /** How a process ends that Ctrl-C reached: its terminal sends that to all processes at once. */
  private static final int INTERRUPTED = 130;

  private Process process;
  private boolean killed;

  /** The command line of a slot. The experiment's own options come first, then the user's. */
  static List<String> command(Manifest manifest, SlotFiles files) {
    List<String> command = new ArrayList<>();
    command.add(manifest.java().toString());
    command.addAll(manifest.jvmArguments());
    command.add("-jar");
    command.add(manifest.jar(files.slot().arm()).path().toString());
    if (files.calque()) {
      // Else a pattern that is also a command of the launcher's would be taken for one.
      command.addAll(List.of("--", "--store", files.store().toString()));
      if (manifest.ruler()) {
        command.add("--ruler");
      }
    } else {
      command.addAll(List.of("-rf", "json", "-rff", files.results().toString()));
    }
    command.addAll(List.of("-f", "1", "-foe", "false"));
    command.addAll(manifest.options());
    return command;
  }

  /**
   * Runs to the end.
   *
   * @param echo where its output goes beside the log; null for nowhere
   * @return the exit code
   * @throws InterruptedException when the process was killed from here, or by Ctrl-C
   */
  int run(Manifest manifest, SlotFiles files, OutputStream echo)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command(manifest, files)).redirectErrorStream(true);
    if (echo == null) {
      builder.redirectOutput(files.log().toFile());
    }
    Process started = start(builder);
    try {
      started.getOutputStream().close();
      if (echo != null) {
        copy(started, files, echo);
      }
    } catch (IOException e) {
      refuseIfKilled(); // which closes the streams
      throw e;
    }
    int code = started.waitFor();
    refuseIfKilled();
    if (code == INTERRUPTED) {
      throw new InterruptedException("the slot was interrupted");
    }
    return code;
  }

  private static void copy(Process started, SlotFiles files, OutputStream echo) throws IOException {
    try (InputStream in = started.getInputStream();
        OutputStream log = Files.newOutputStream(files.log())) {
      byte[] buffer = new byte[1 << 13];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        log.write(buffer, 0, n);
        echo.write(buffer, 0, n);
        echo.flush();
      }
    }
  }

  /** Under the lock of {@link #kill()}, which else would miss a process that is starting. */
  private synchronized Process start(ProcessBuilder builder)
      throws IOException, InterruptedException {
    refuseIfKilled();
    process = builder.start();
    return process;
  }

  /**
   * Makes sure that what the last slot gave is its own.
   *
   * @throws InterruptedException when it was, or would be, killed from here
   */
  synchronized void refuseIfKilled() throws InterruptedException {
    if (killed) {
      throw new InterruptedException("the slot was killed");
    }
  }

  /** Ends the process, if there is one, and the forks that it started; none starts after it. */
  synchronized void kill() {
    killed = true;
    if (process != null) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
