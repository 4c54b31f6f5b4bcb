package org.calque.launcher;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.calque.launcher.power.PowerOptions;
import org.calque.runtime.ReplayException;
import org.calque.runtime.TypeSubstitutions;

/**
 * The command line without the launcher's own options, which JMH does not know.
 *
 * @param all the whole command line
 * @param store folder that runs are stored in, or {@code null} for none
 * @param resume run that goes on, or {@code null} for a new one
 * @param power options of the power profiler, or {@code null} where it is not asked for
 * @param powerHelp whether the profiler's options and this machine's sensors are asked for
 * @param energy whether iterations are to be long enough for the energy sensors
 * @param sweep whether ladders of batch sizes are run in their order
 * @param ruler whether the benchmarks that tell whether the machine moved ride along
 * @param timeLimit most time that one benchmark may take, or {@code null} for any
 * @param lazy whether benchmarks allocate at the first use
 * @param maxMemory most memory that tensors may take, or {@code null} for all there is
 * @param skipUncovered whether operators that cannot be run are left out
 * @param types element types that may take the place of others
 * @param libraries of further operators
 * @param jmh everything else, for JMH
 */
record LauncherArguments(
    List<String> all,
    Path store,
    String resume,
    PowerOptions power,
    boolean powerHelp,
    boolean energy,
    boolean sweep,
    boolean ruler,
    Duration timeLimit,
    boolean lazy,
    String maxMemory,
    boolean skipUncovered,
    TypeSubstitutions types,
    List<Path> libraries,
    List<String> jmh) {
  /** The option that leaves out what cannot be run. */
  static final String SKIP_UNCOVERED = "--skip-uncovered";

  /** The option that lets an element type take the place of another. */
  static final String ALLOW_DTYPE = "--allow-dtype";

  /** The option that goes on with a run. */
  static final String RESUME = "--resume";

  /** The option that makes iterations long enough for the sensors. */
  static final String ENERGY = "--energy";

  /** The option that runs ladders of batch sizes. */
  static final String SWEEP = "--sweep";

  private static final String PROFILER = "-prof";
  private static final String POWER_HELP = PowerProfiler.NAME + ":help";

  /** Options of JMH that name files or their format. */
  private static final Set<String> RESULT_FILES = Set.of("-rf", "-rff", "-o");

  /** Where runs are stored unless told otherwise. */
  static final Path DEFAULT_STORE = Path.of("results", "runs");

  static LauncherArguments parse(List<String> arguments) {
    Path store = DEFAULT_STORE;
    String resume = null;
    PowerOptions power = null;
    boolean powerHelp = false;
    boolean energy = false;
    boolean sweep = false;
    boolean ruler = false;
    Duration timeLimit = null;
    boolean lazy = false;
    String maxMemory = null;
    boolean skipUncovered = false;
    List<String> types = new ArrayList<>();
    List<Path> libraries = new ArrayList<>();
    List<String> jmh = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      switch (arguments.get(i)) {
        case "--no-store" -> store = null;
        case "--lazy" -> lazy = true;
        case "--store" -> store = Path.of(value(arguments, ++i, "a folder"));
        case RESUME -> resume = value(arguments, ++i, "a run");
        case "--ruler" -> ruler = true;
        case ENERGY -> energy = true;
        case SWEEP -> sweep = sweep(value(arguments, ++i, "what to sweep: batch"));
        case PROFILER -> {
          String profiler = value(arguments, ++i, "a profiler; -lprof lists them");
          if (profiler.equals(POWER_HELP)) {
            powerHelp = true;
          } else if (isPower(profiler)) {
            power = power(profiler);
          } else {
            jmh.addAll(List.of(PROFILER, profiler));
          }
        }
        case TimeLimit.OPTION ->
            timeLimit = TimeLimit.parse(value(arguments, ++i, "a time such as 10m"));
        case MemoryBound.OPTION ->
            maxMemory = value(arguments, ++i, "a size: " + MemoryBound.SYNTAX);
        case SKIP_UNCOVERED -> skipUncovered = true;
        case ALLOW_DTYPE -> types.add(value(arguments, ++i, "types, such as float16=float32"));
        case OperatorLibraryOption.OPTION ->
            libraries.add(Path.of(value(arguments, ++i, "the file of a library")));
        default -> jmh.add(arguments.get(i));
      }
    }
    return new LauncherArguments(
        List.copyOf(arguments),
        store,
        resume,
        energy && power == null ? PowerOptions.DEFAULT : power,
        powerHelp,
        energy,
        sweep,
        ruler,
        timeLimit,
        lazy,
        maxMemory,
        skipUncovered,
        types(types),
        List.copyOf(libraries),
        jmh);
  }

  /**
   * What a run was asked for, to go on with it, without files that would have only what is still to
   * run.
   *
   * @param begun arguments that the run began with
   * @throws ReplayException if this asks for something else too
   */
  LauncherArguments resuming(List<String> begun) {
    List<String> others = new ArrayList<>(all);
    for (String option : List.of(RESUME, "--store", TimeLimit.OPTION)) {
      int at = others.indexOf(option);
      if (at >= 0) {
        others.subList(at, Math.min(at + 2, others.size())).clear();
      }
    }
    if (!others.isEmpty()) {
      throw new ReplayException(
          RESUME + " runs what the run was asked for; leave out " + String.join(" ", others));
    }
    LauncherArguments before = again(begun, store);
    return before.with(store, resume, timeLimit == null ? before.timeLimit : timeLimit, before.jmh);
  }

  /**
   * The same as a run was asked for, into a store. Files that JMH writes at its end are left out:
   * they were of that run.
   *
   * @param begun arguments that the run began with
   */
  static LauncherArguments again(List<String> begun, Path store) {
    LauncherArguments before = parse(begun);
    List<String> rest = new ArrayList<>();
    for (int i = 0; i < before.jmh.size(); i++) {
      String option = before.jmh.get(i);
      if (RESULT_FILES.contains(option)) {
        i++;
      } else if (RESULT_FILES.stream().noneMatch(file -> option.startsWith(file + "="))) {
        rest.add(option);
      }
    }
    return before.with(store, null, before.timeLimit, rest);
  }

  private LauncherArguments with(
      Path otherStore, String otherRun, Duration otherLimit, List<String> otherJmh) {
    return new LauncherArguments(
        all,
        otherStore,
        otherRun,
        power,
        false,
        energy,
        sweep,
        ruler,
        otherLimit,
        lazy,
        maxMemory,
        skipUncovered,
        types,
        libraries,
        otherJmh);
  }

  /** What names that folder of runs on a command line; empty where none has to. */
  static String storeOption(Path store) {
    return store == null || store.equals(DEFAULT_STORE) ? "" : " --store " + store;
  }

  /**
   * The substitutions that several options make together.
   *
   * @throws ReplayException if one is none
   */
  static TypeSubstitutions types(List<String> pairs) {
    return pairs.isEmpty()
        ? TypeSubstitutions.NONE
        : TypeSubstitutions.parse(String.join("+", pairs));
  }

  private static boolean sweep(String what) {
    if (!what.equals("batch")) {
      throw new ReplayException(SWEEP + " takes batch, not '" + what + "'");
    }
    return true;
  }

  private static boolean isPower(String profiler) {
    return profiler.equals(PowerProfiler.NAME) || profiler.startsWith(PowerProfiler.NAME + ":");
  }

  private static PowerOptions power(String profiler) {
    try {
      return PowerOptions.parse(
          profiler.substring(PowerProfiler.NAME.length()).replaceFirst("^:", ""));
    } catch (IllegalArgumentException e) {
      throw new ReplayException(e.getMessage(), e);
    }
  }

  private static String value(List<String> arguments, int i, String what) {
    if (i == arguments.size()) {
      throw new ReplayException(arguments.get(i - 1) + " needs " + what);
    }
    return arguments.get(i);
  }
}
