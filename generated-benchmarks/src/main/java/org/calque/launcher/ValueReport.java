package org.calque.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.calque.runtime.ReplayException;
import org.calque.runtime.Session;
import org.calque.runtime.ValueCounts;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What kinds of numbers are alive in a replay: those of each role that a storage has in the
 * program, and those of results that the step leaves behind.
 */
final class ValueReport {
  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private static final String FOLDER = "META-INF/calque/programs/";
  private static final String RESULTS = "left behind by the step";

  private final Map<String, Tally> tallies = new LinkedHashMap<>();

  /** What the report needs of a packed program. */
  private record Program(List<Slot> slots, List<Storage> storages) {
    /** One of the frame's slots. */
    record Slot() {}

    /** Memory that exists before the step. */
    record Storage(List<Integer> slots, String role) {}
  }

  /** Tensors of one role. */
  private record Tally(int tensors, ValueCounts counts) {
    static final Tally EMPTY = new Tally(0, ValueCounts.NONE);

    Tally plus(ValueCounts more) {
      return new Tally(tensors + 1, counts.plus(more));
    }
  }

  private ValueReport() {}

  /** Looks through all slots of a session that replays a workload. */
  static ValueReport of(Manifest manifest, Session session) {
    Program program = program(manifest);
    String[] roles = new String[program.slots().size()];
    for (Program.Storage storage : program.storages()) {
      storage.slots().forEach(slot -> roles[slot] = "");
      roles[storage.slots().get(0)] = storage.role();
    }
    ValueReport report = new ValueReport();
    for (int slot = 0; slot < roles.length; slot++) {
      // Further tensors on a storage hold what its first one does.
      if (roles[slot] == null || !roles[slot].isEmpty()) {
        report.add(roles[slot] == null ? RESULTS : roles[slot], session.count(slot));
      }
    }
    return report;
  }

  private static Program program(Manifest manifest) {
    String type = manifest.benchmarkClass();
    String resource = FOLDER + type.substring(type.lastIndexOf('.') + 1) + ".json";
    try (InputStream json = ValueReport.class.getClassLoader().getResourceAsStream(resource)) {
      if (json == null) {
        throw new ReplayException(
            "the jar has no " + resource + "; build it again with mvn package");
      }
      return JSON.readValue(json, Program.class);
    } catch (IOException e) {
      throw new ReplayException(resource + " cannot be read: " + e.getMessage(), e);
    }
  }

  private void add(String role, ValueCounts counts) {
    if (counts.elements() > 0) {
      tallies.put(role, tallies.getOrDefault(role, Tally.EMPTY).plus(counts));
    }
  }

  /** Whether every number is finite. */
  boolean isFinite() {
    return tallies.values().stream().allMatch(tally -> tally.counts().isFinite());
  }

  /** Prints one line for all, and one for each role that has other than normal numbers. */
  void print(PrintStream out) {
    Tally all = Tally.EMPTY;
    int tensors = 0;
    for (Tally tally : tallies.values()) {
      all = all.plus(tally.counts());
      tensors += tally.tensors();
    }
    out.println("values: " + line(new Tally(tensors, all.counts())));
    tallies.forEach(
        (role, tally) -> {
          if (!tally.counts().isFinite() || tally.counts().denormal() > 0) {
            out.println("  " + role + ": " + line(tally));
          }
        });
  }

  private static String line(Tally tally) {
    ValueCounts counts = tally.counts();
    return "%d in %d tensors, of them %d NaN, %d infinite, %d denormal"
        .formatted(
            counts.elements(), tally.tensors(), counts.nan(), counts.infinite(), counts.denormal());
  }
}
