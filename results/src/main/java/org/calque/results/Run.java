package org.calque.results;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One execution of the benchmarks on one machine: JMH's records and what is needed to judge them
 * later. Immutable; a run that goes on is a new value after each benchmark.
 *
 * @param formatVersion version of the file format, {@link #FORMAT_VERSION} when written by this
 *     code
 * @param id unique name; those from {@link #start} sort by time
 * @param started when it began; null for a plain JMH file, which does not say
 * @param finished when it ended; null while it is running, or when it never ended
 * @param arguments what the launcher was asked to run, so that the run can be resumed; empty when
 *     unknown
 * @param machine where it ran
 * @param software what ran it
 * @param workloads what it replayed
 * @param entries one for each benchmark, failed ones included, in the order they ran
 */
public record Run(
    int formatVersion,
    String id,
    Instant started,
    Instant finished,
    List<String> arguments,
    Machine machine,
    Software software,
    List<WorkloadFacts> workloads,
    List<Entry> entries) {

  /** The format that this code writes. It reads this one and all below. */
  public static final int FORMAT_VERSION = 3;

  /**
   * Copies the lists.
   *
   * @throws IllegalArgumentException when a benchmark is there twice
   */
  public Run {
    Facts.required(id, "id");
    Facts.required(machine, "machine");
    Facts.required(software, "software");
    arguments = Facts.list(arguments, "arguments");
    workloads = Facts.list(workloads, "workloads");
    entries = Facts.list(entries, "entries");
    Set<BenchmarkKey> seen = new HashSet<>();
    for (Entry entry : entries) {
      if (!seen.add(entry.key())) {
        throw new IllegalArgumentException("the benchmark " + entry.key() + " is there twice");
      }
    }
  }

  /** A run that begins now and has no entries yet. */
  public static Run start(
      List<String> arguments, Machine machine, Software software, List<WorkloadFacts> workloads) {
    return start(Instant.now(), arguments, machine, software, workloads);
  }

  /** A run that began at that time and has no entries yet. */
  public static Run start(
      Instant at,
      List<String> arguments,
      Machine machine,
      Software software,
      List<WorkloadFacts> workloads) {
    Instant started = at.truncatedTo(ChronoUnit.MILLIS);
    return new Run(
        FORMAT_VERSION,
        RunId.mint(started),
        started,
        null,
        arguments,
        machine,
        software,
        workloads,
        List.of());
  }

  /** A run of which only JMH's records and their virtual machine are known. */
  static Run ofJmh(String id, Jvm jvm, List<Entry> entries) {
    Software software = new Software(null, jvm, List.of(), null, null);
    return new Run(
        FORMAT_VERSION, id, null, null, List.of(), Machine.unknown(), software, List.of(), entries);
  }

  /**
   * This run and one more entry. An entry of the same key is replaced in its place, so that a
   * benchmark can be written as lost when it starts and as what it became when it ends.
   */
  public Run with(Entry entry) {
    List<Entry> all = new ArrayList<>(entries);
    int same = 0;
    while (same < all.size() && !all.get(same).key().equals(entry.key())) {
      same++;
    }
    if (same < all.size()) {
      all.set(same, entry);
    } else {
      all.add(entry);
    }
    return withEntries(all);
  }

  /** This run as one that goes on. */
  Run reopened() {
    return new Run(
        formatVersion, id, started, null, arguments, machine, software, workloads, entries);
  }

  /** This run as one that a process goes on with: what has not ended is due. */
  public Run goingOn() {
    List<Entry> all = new ArrayList<>(entries);
    all.replaceAll(
        entry ->
            entry.status().unfinished()
                ? Entry.without(entry.key(), Status.DUE, entry.cause()).ofWorkload(entry.workload())
                : entry);
    return withEntries(all);
  }

  /** The same run as this version of the format has it. */
  Run inFormat(int version) {
    return new Run(
        version, id, started, finished, arguments, machine, software, workloads, entries);
  }

  /** This run with other entries. */
  public Run withEntries(List<Entry> others) {
    return new Run(
        formatVersion, id, started, finished, arguments, machine, software, workloads, others);
  }

  /**
   * This run without what it measured: machine, software, workloads and what was asked for, which
   * is what it takes to run the same again.
   */
  public Run description() {
    return withEntries(List.of())
        .withWorkloads(workloads.stream().map(WorkloadFacts::withoutTimes).toList());
  }

  /** This run with other workloads, such as when coverage is known only after the first bind. */
  public Run withWorkloads(List<WorkloadFacts> others) {
    return new Run(
        formatVersion, id, started, finished, arguments, machine, software, others, entries);
  }

  /** This run with other software, such as when a library is loaded only by the first fork. */
  public Run withSoftware(Software other) {
    return new Run(
        formatVersion, id, started, finished, arguments, machine, other, workloads, entries);
  }

  /** This run as ended at that time. */
  public Run finish(Instant at) {
    return new Run(
        formatVersion,
        id,
        started,
        at.truncatedTo(ChronoUnit.MILLIS),
        arguments,
        machine,
        software,
        workloads,
        entries);
  }

  /**
   * What an entry ran on: the names of the accelerators where its parameter {@code device} asks for
   * one, else the model of the processor; empty when that is unknown.
   */
  public String deviceOf(Entry entry) {
    String accelerators =
        machine.accelerators().stream()
            .map(Accelerator::name)
            .distinct()
            .collect(Collectors.joining(" "));
    boolean onCpu = entry.params().getOrDefault("device", "cpu").equals("cpu");
    return onCpu || accelerators.isEmpty()
        ? Objects.toString(machine.cpuModel(), "")
        : accelerators;
  }

  /** The facts of the workload that an entry belongs to; empty when it names none. */
  public Optional<WorkloadFacts> workloadOf(Entry entry) {
    for (WorkloadFacts one : workloads) {
      if (one.name().equals(entry.workload())) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }
}
