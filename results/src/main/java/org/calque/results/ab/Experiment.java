package org.calque.results.ab;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.calque.results.Run;

/**
 * Runs the slots of two jars one after the other and keeps what each gave at once: after every slot
 * the folder has {@code base.run.json} and {@code head.run.json} with the forks so far.
 */
public final class Experiment {
  /** How long to wait for another JMH on the machine, and how often to look. */
  private static final Duration LOCK_PATIENCE = Duration.ofMinutes(10);

  private static final Duration LOCK_PAUSE = Duration.ofSeconds(5);

  /** Is told what happens. */
  public interface Listener {
    /** A slot has ended. */
    void ended(Manifest.Outcome outcome, Manifest manifest);

    /** A slot waits, since another JMH measures on this machine. */
    void waiting(Slot slot);
  }

  private final Path folder;
  private final Listener listener;
  private final OutputStream echo;
  private final SlotProcess process = new SlotProcess();
  private final Map<Arm, List<Run>> results = new EnumMap<>(Arm.class);
  private Manifest manifest;

  /**
   * An experiment in a folder.
   *
   * @param echo where the output of JMH goes beside the logs; null for nowhere
   */
  public Experiment(Path folder, Manifest manifest, Listener listener, OutputStream echo) {
    this.folder = folder;
    this.manifest = manifest;
    this.listener = listener;
    this.echo = echo;
  }

  /**
   * Runs the slots that are due.
   *
   * @return the runs of both arms, finished
   */
  public Map<Arm, Run> run() throws IOException, InterruptedException {
    Files.createDirectories(folder);
    manifest.write(folder);
    for (Arm arm : Arm.values()) {
      results.put(arm, new ArrayList<>());
    }
    for (Manifest.Outcome outcome : manifest.outcomes()) {
      files(outcome.slot()).run().ifPresent(results.get(outcome.slot().arm())::add);
    }
    for (Slot slot : manifest.due()) {
      run(slot);
      if (nothingWorks()) {
        break;
      }
    }
    Map<Arm, Run> runs = new EnumMap<>(Arm.class);
    for (Arm arm : Arm.values()) {
      Run run = ArmRun.update(folder, arm, manifest, results.get(arm));
      Run finished = run.finished() == null ? run.finish(Instant.now()) : run;
      ArmRun.write(finished, ArmRun.file(folder, arm));
      runs.put(arm, finished);
    }
    return runs;
  }

  private void run(Slot slot) throws IOException, InterruptedException {
    manifest.jar(slot.arm()).refuseIfChanged();
    SlotFiles files = files(slot);
    Instant patience = Instant.now().plus(LOCK_PATIENCE);
    long before;
    int code;
    boolean again;
    do {
      files.clear();
      before = System.nanoTime();
      code = process.run(manifest, files, echo);
      again = code != 0 && files.readLog().locked() && Instant.now().isBefore(patience);
      if (again) {
        listener.waiting(slot);
        Thread.sleep(LOCK_PAUSE.toMillis());
      }
    } while (again);
    double seconds = (System.nanoTime() - before) / 1e9;
    Optional<Run> run = files.run();
    if (run.isPresent()) {
      results.get(slot.arm()).add(run.get());
      ArmRun.update(folder, slot.arm(), manifest, results.get(slot.arm()));
    }
    String cause = run.isPresent() ? null : files.readLog().complaint();
    process.refuseIfKilled();
    Manifest.Outcome outcome = new Manifest.Outcome(slot, seconds, cause);
    manifest = manifest.with(outcome);
    manifest.write(folder);
    listener.ended(outcome, manifest);
  }

  /** Whether the first slots of both arms gave nothing at all: the others would not either. */
  public boolean nothingWorks() {
    return manifest.outcomes().size() >= 2 && results.values().stream().allMatch(List::isEmpty);
  }

  /** What became of the slots so far. */
  public Manifest manifest() {
    return manifest;
  }

  /** What to know of an arm beside its run, one line each: what failed in some slots only. */
  public List<String> remarks(Arm arm) {
    List<String> lines = new ArrayList<>(ArmRun.remarks(arm, results.get(arm)));
    List<Manifest.Outcome> outcomes = manifest.outcomes(arm);
    List<Manifest.Outcome> empty = outcomes.stream().filter(o -> o.cause() != null).toList();
    if (!empty.isEmpty()) {
      lines.add(
          "%s: %d of %d slots gave nothing: %s"
              .formatted(arm.word(), empty.size(), outcomes.size(), empty.get(0).cause()));
    }
    return lines;
  }

  /** Ends the slot that runs; for when the whole program is to end. */
  public void kill() {
    process.kill();
  }

  /** The file of an arm's run. */
  public Path file(Arm arm) {
    return ArmRun.file(folder, arm);
  }

  private SlotFiles files(Slot slot) {
    return new SlotFiles(folder.resolve("slots"), slot, manifest.jar(slot.arm()).calque());
  }
}
