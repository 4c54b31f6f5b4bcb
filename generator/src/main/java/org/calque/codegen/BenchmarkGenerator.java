package org.calque.codegen;

import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.TypeSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.calque.replay.Origin;
import org.calque.replay.Phase;
import org.calque.replay.ReplayProgram;
import org.calque.replay.WorkloadManifest;
import org.calque.trace.ExecutionTrace;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes the JMH class of a program, with the resources that go into the jar beside it. */
public final class BenchmarkGenerator {
  /** Package of all generated classes. */
  public static final String PACKAGE = "org.calque.generated";

  /** Where the manifests of the workloads go, below the output folder. */
  public static final String MANIFESTS = "resources/META-INF/calque/workloads/";

  /** Where the traces go that workloads were recorded in. */
  public static final String TRACES = "resources/META-INF/calque/traces/";

  private static final List<Aspect> ASPECTS =
      List.of(
          new HeaderAspect(),
          new TensorsAspect(),
          new ModulesAspect(),
          new LifecycleAspect(),
          new StepAspect(),
          new PhasesAspect());

  /** Types that generated source names; a module of the same name would hide them. */
  private static final List<String> NAMES_IN_USE =
      List.of(
          "AllocatorSettings",
          "Benchmark",
          "BenchmarkMode",
          "Call",
          "Checkpoint",
          "DataType",
          "Double",
          "Fork",
          "Generated",
          "Layout",
          "Level",
          "Measurement",
          "Mode",
          "Operand",
          "OutputTimeUnit",
          "Override",
          "Param",
          "Replay",
          "ReplayOptions",
          "Result",
          "Scope",
          "Setup",
          "State",
          "String",
          "TearDown",
          "TimeUnit",
          "Values",
          "Warmup",
          "Workload");

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.INDENT_OUTPUT)
          // Half of a surrogate pair has no encoding, but it has an escape.
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .build();

  private BenchmarkGenerator() {}

  /**
   * Generates the files of one workload.
   *
   * @param program what to replay
   * @param trace the trace it was built from
   * @param origin what is known of the original
   * @param defaultSuite whether a bare run measures it
   */
  public static GeneratedBenchmark generate(
      ReplayProgram program, ExecutionTrace trace, Origin origin, boolean defaultSuite) {
    List<String> reserved = new ArrayList<>(NAMES_IN_USE);
    reserved.addAll(List.of(TensorsAspect.CLASS_NAME, LifecycleAspect.STATE_NAME));
    program.phases().stream().map(Phase::name).map(PhasesAspect::stateName).forEach(reserved::add);
    String className = className(program.workload(), reserved);
    reserved.add(className);
    WorkloadManifest manifest =
        WorkloadManifest.of(program, trace, origin, PACKAGE + "." + className, defaultSuite);
    BenchmarkContext context =
        new BenchmarkContext(
            program,
            manifest,
            className,
            ModuleGroups.of(program, reserved),
            new LongLists(),
            TypeSpec.classBuilder(className));
    ASPECTS.forEach(aspect -> aspect.addTo(context));
    return new GeneratedBenchmark(
        program.workload(), PACKAGE + "." + className, files(context, trace));
  }

  /** The workload's name, unless a type inside the class has it. */
  private static String className(String workload, List<String> reserved) {
    String name = Identifiers.pascal(workload);
    return reserved.stream().anyMatch(name::equalsIgnoreCase) ? name + "Workload" : name;
  }

  private static SortedMap<String, String> files(BenchmarkContext context, ExecutionTrace trace) {
    String folder = PACKAGE.replace('.', '/') + "/";
    SortedMap<String, String> files = new TreeMap<>();
    files.put("java/" + folder + context.className() + ".java", source(context));
    String workload = context.className();
    files.put(MANIFESTS + workload + ".json", JSON.writeValueAsString(context.manifest()) + "\n");
    files.put(
        "resources/META-INF/calque/programs/" + workload + ".json",
        JSON.writeValueAsString(context.program()) + "\n");
    files.put("resources/" + folder + workload + ".slots", slots(context.program()));
    if (!context.lists().isEmpty()) {
      files.put("resources/" + folder + workload + ".lists", context.lists().text());
    }
    RecordedValues.of(context.program().storages(), trace)
        .forEach(
            (name, text) ->
                files.put("resources/" + folder + workload + "." + name + ".values", text));
    return files;
  }

  /** What each slot holds, for the runtime to read where it has to make up a tensor. */
  private static String slots(ReplayProgram program) {
    return program.slots().stream()
        .map(
            slot ->
                "%s %s %s\n"
                    .formatted(slot.type().name(), list(slot.sizes()), list(slot.strides())))
        .collect(Collectors.joining());
  }

  private static String list(long[] values) {
    return values.length == 0
        ? "-"
        : Arrays.stream(values).mapToObj(Long::toString).collect(Collectors.joining(","));
  }

  private static String source(BenchmarkContext context) {
    return JavaFile.builder(PACKAGE, context.type().build())
        .skipJavaLangImports(true)
        .indent("  ")
        .addStaticImport(RuntimeTypes.OPERAND, "*")
        .addStaticImport(RuntimeTypes.RESULT, "dropped", "slots")
        .addStaticImport(RuntimeTypes.LAYOUT, "sizes", "strides")
        .addStaticImport(RuntimeTypes.VALUES, "*")
        .build()
        .toString();
  }
}
