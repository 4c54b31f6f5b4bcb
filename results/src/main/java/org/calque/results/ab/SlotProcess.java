package org.calque.results.ab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Runs the process of a slot, and ends it when asked to from another thread. */
final class SlotProcess {
  private volatile Process process;
  private volatile boolean killed;

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
   * @throws InterruptedException when the process was killed from here
   */
  int run(Manifest manifest, SlotFiles files, OutputStream echo)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command(manifest, files)).redirectErrorStream(true);
    if (echo == null) {
      builder.redirectOutput(files.log().toFile());
    }
    process = builder.start();
    process.getOutputStream().close();
    if (echo != null) {
      try (InputStream in = process.getInputStream();
          OutputStream log = Files.newOutputStream(files.log())) {
        byte[] buffer = new byte[1 << 13];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          log.write(buffer, 0, n);
          echo.write(buffer, 0, n);
          echo.flush();
        }
      }
    }
    int code = process.waitFor();
    if (killed) {
      throw new InterruptedException("the slot was killed");
    }
    return code;
  }

  /** Ends the process, if there is one, and the forks that it started. */
  void kill() {
    killed = true;
    Process running = process;
    if (running != null) {
      running.descendants().forEach(ProcessHandle::destroyForcibly);
      running.destroyForcibly();
    }
  }
}
