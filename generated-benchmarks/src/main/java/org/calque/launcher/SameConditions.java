package org.calque.launcher;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.calque.results.NativeLibrary;
import org.calque.results.Run;
import org.calque.results.WorkloadFacts;
import org.calque.runtime.ReplayException;

/** A run is of one machine and one software: it cannot be resumed on others. */
final class SameConditions {
  private final List<String> differences = new ArrayList<>();

  private SameConditions() {}

  /**
   * Compares a run with what it would be if it began now.
   *
   * @throws ReplayException if they differ, naming in what
   */
  static void check(Run begun, Run now) {
    SameConditions conditions = new SameConditions();
    conditions.compare("CPU", begun.machine().cpuModel(), now.machine().cpuModel());
    conditions.compare(
        "number of CPUs", begun.machine().logicalCpus(), now.machine().logicalCpus());
    conditions.compare("devices", begun.machine().accelerators(), now.machine().accelerators());
    conditions.compare("JVM", begun.software().jvm().vmVersion(), now.software().jvm().vmVersion());
    conditions.compare("Calque", begun.software().calqueVersion(), now.software().calqueVersion());
    conditions.compare("libraries", libraries(begun), libraries(now));
    conditions.compare("traces", traces(begun), traces(now));
    if (!conditions.differences.isEmpty()) {
      throw new ReplayException(
          "the run "
              + begun.id()
              + " cannot be resumed, start a new one: "
              + String.join("; ", conditions.differences));
    }
  }

  private static List<String> libraries(Run run) {
    return run.software().libraries().stream().map(SameConditions::build).toList();
  }

  private static String build(NativeLibrary library) {
    return library.name() + " " + library.version();
  }

  private static List<String> traces(Run run) {
    return run.workloads().stream().map(WorkloadFacts::traceSha256).toList();
  }

  private void compare(String what, Object begun, Object now) {
    if (!Objects.equals(begun, now)) {
      differences.add(what + " " + begun + " then, " + now + " now");
    }
  }
}
