package org.calque.results.ab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.calque.results.Entry;
import org.calque.results.Machine;
import org.calque.results.NativeLibrary;
import org.calque.results.Run;
import org.calque.results.RunFormat;
import org.calque.results.Software;
import org.calque.results.WholeFile;
import org.calque.results.diff.Repetitions;

/** Makes one run of the slots of an arm, as if one process had started all its forks. */
final class ArmRun {
  private ArmRun() {}

  /** The file of an arm's run in the folder of its experiment. */
  static Path file(Path folder, Arm arm) {
    return folder.resolve(arm.word() + ".run.json");
  }

  /**
   * Writes the run of an arm as far as its slots have given results.
   *
   * @param slots what they gave, in order
   * @return the run, not finished
   */
  static Run update(Path folder, Arm arm, Manifest manifest, List<Run> slots) throws IOException {
    Path file = file(folder, arm);
    Run run = Files.exists(file) ? RunFormat.read(file) : start(manifest, arm, slots);
    Run updated = run.withEntries(merge(slots));
    write(updated, file);
    return updated;
  }

  static void write(Run run, Path file) throws IOException {
    WholeFile.write(file, RunFormat.write(run));
  }

  private static Run start(Manifest manifest, Arm arm, List<Run> slots) {
    Run facts =
        slots.isEmpty()
            ? Run.start(List.of(), Machine.unknown(), Software.unknown(), List.of())
            : slots.get(0);
    boolean unknown = facts.machine().equals(Machine.unknown());
    return Run.start(
        manifest.started(),
        manifest.options(),
        unknown ? Machine.current() : facts.machine(),
        software(facts.software(), manifest.jar(arm)),
        facts.workloads());
  }

  /** With the jar among what was loaded, and no checkout: both arms start in the same folder. */
  private static Software software(Software facts, BenchmarkJar jar) {
    List<NativeLibrary> libraries = new ArrayList<>();
    libraries.add(new NativeLibrary("jar", null, null, jar.path() + ", SHA-256 " + jar.sha256()));
    libraries.addAll(facts.libraries());
    return new Software(facts.calqueVersion(), facts.jvm(), libraries, facts.environment(), null);
  }

  /** A benchmark has the forks of the slots where it ended well; where it never did, the cause. */
  private static List<Entry> merge(List<Run> slots) {
    return slots.isEmpty() ? List.of() : Repetitions.of(slots).run().entries();
  }

  /** JMH's own results do not say where they are from, but all slots ran on this machine. */
  private static List<Run> here(List<Run> slots) {
    Machine here = Machine.current();
    return slots.stream()
        .map(run -> run.machine().equals(Machine.unknown()) ? on(here, run) : run)
        .toList();
  }

  private static Run on(Machine machine, Run run) {
    return new Run(
        run.formatVersion(),
        run.id(),
        run.started(),
        run.finished(),
        run.arguments(),
        machine,
        run.software(),
        run.workloads(),
        run.entries());
  }

  /** What differs among the slots, and what ended well in some only; one line each. */
  static List<String> remarks(Arm arm, List<Run> slots) {
    return slots.isEmpty()
        ? List.of()
        : Repetitions.of(here(slots)).warnings().stream()
            .map(line -> arm.word() + ": " + line)
            .toList();
  }
}
