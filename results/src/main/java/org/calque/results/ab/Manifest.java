package org.calque.results.ab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.calque.results.RunFormatException;
import org.calque.results.WholeFile;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an experiment does and how far it is: the file {@code ab.json} in its folder.
 *
 * @param formatVersion version of the file, {@link #FORMAT_VERSION}
 * @param started when the experiment began
 * @param base the jar to compare with
 * @param head the jar to judge
 * @param forks of each arm
 * @param options patterns and options for JMH
 * @param java program that starts each slot
 * @param jvmArguments options of that program
 * @param ruler whether benchmarks that tell when the machine moved ride along
 * @param outcomes of the slots that have ended, in order
 */
public record Manifest(
    int formatVersion,
    Instant started,
    BenchmarkJar base,
    BenchmarkJar head,
    int forks,
    List<String> options,
    Path java,
    List<String> jvmArguments,
    boolean ruler,
    List<Outcome> outcomes) {

  /** The version that this code writes and reads. */
  public static final int FORMAT_VERSION = 1;

  private static final String FILE = "ab.json";
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  /**
   * How a slot ended.
   *
   * @param slot which
   * @param seconds how long its process took
   * @param cause why it gave no results at all; null when it gave some
   */
  public record Outcome(Slot slot, double seconds, String cause) {
    /** Makes sure that it tells of a slot. */
    public Outcome {
      Objects.requireNonNull(slot, "slot");
      Objects.requireNonNull(slot.arm(), "arm");
    }
  }

  /** Copies the lists, and makes sure that nothing is missing. */
  public Manifest {
    Objects.requireNonNull(started, "started");
    Objects.requireNonNull(java, "java");
    for (BenchmarkJar jar : new BenchmarkJar[] {base, head}) {
      Objects.requireNonNull(jar, "jar");
      Objects.requireNonNull(jar.path(), "path");
      Objects.requireNonNull(jar.sha256(), "sha256");
    }
    options = List.copyOf(options);
    jvmArguments = List.copyOf(jvmArguments);
    outcomes = List.copyOf(outcomes);
  }

  /** The jar of an arm. */
  public BenchmarkJar jar(Arm arm) {
    return arm == Arm.BASE ? base : head;
  }

  /** The slots that are still to run. */
  public List<Slot> due() {
    List<Slot> ended = outcomes.stream().map(Outcome::slot).toList();
    return Slot.inOrder(forks).stream().filter(slot -> !ended.contains(slot)).toList();
  }

  /** The outcomes of an arm. */
  public List<Outcome> outcomes(Arm arm) {
    return outcomes.stream().filter(outcome -> outcome.slot().arm() == arm).toList();
  }

  Manifest with(Outcome outcome) {
    List<Outcome> more = new ArrayList<>(outcomes);
    more.add(outcome);
    return new Manifest(
        formatVersion, started, base, head, forks, options, java, jvmArguments, ruler, more);
  }

  /** Whether the folder holds an experiment. */
  public static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(FILE));
  }

  void write(Path folder) throws IOException {
    WholeFile.write(folder.resolve(FILE), MAPPER.writeValueAsString(this) + "\n");
  }

  /**
   * The experiment in a folder.
   *
   * @throws RunFormatException when there is none, or it cannot be understood
   */
  public static Manifest read(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    try {
      Manifest manifest = MAPPER.readValue(Files.readAllBytes(file), Manifest.class);
      if (manifest.formatVersion() != FORMAT_VERSION) {
        throw new RunFormatException(
            file
                + ": written in format "
                + manifest.formatVersion()
                + ", and this version reads "
                + FORMAT_VERSION);
      }
      return manifest;
    } catch (NoSuchFileException e) {
      throw new RunFormatException("there is no experiment in " + folder + " (no " + FILE + ")", e);
    } catch (JacksonException e) {
      throw new RunFormatException(file + " is not the file of an experiment", e);
    }
  }
}
