package org.calque.codegen;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Modifier;

/** Fields, what opens and closes the workload, and the state in which JMH keeps it open. */
final class LifecycleAspect implements Aspect {
  /** Name of the nested state. */
  static final String STATE_NAME = "Opened";

  private static final Map<String, Class<?>> PARAMETER_TYPES =
      Map.of("threads", int.class, "lazy", boolean.class);

  private static final Map<String, String> PARAMETER_MEANINGS =
      Map.of(
          "allocator", "What becomes of freed memory: as-recorded, retained or system.",
          "device", "Where operators run: cpu, cuda, cuda:N, or auto.",
          "lazy", "Whether what exists before the step is allocated at its first use.",
          "lookups", "How rows of tables are drawn: uniform or zipf:ALPHA.",
          "pace", "Whether the step waits between operators: off or recorded.",
          "threads", "Threads of every native thread pool.",
          "types", "Other element types, such as float16=float32, or as-recorded.",
          "uncovered", "What becomes of operators that cannot be run: refused or skipped.");

  @Override
  public void addTo(BenchmarkContext context) {
    context
        .type()
        .addField(
            constant(String.class, "NAME")
                .initializer(StringCode.of(context.program().workload()))
                .build())
        .addField(
            constant(int.class, "SLOTS")
                .initializer("$L", context.program().slots().size())
                .build())
        .addField(
            FieldSpec.builder(RuntimeTypes.ALLOCATOR_SETTINGS, "RECORDED_ALLOCATOR")
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer(recordedAllocator(context.manifest().origin().allocator()))
                .build())
        .addField(RuntimeTypes.REPLAY, "replay", Modifier.PRIVATE);
    for (ModuleGroup group : context.groups()) {
      context
          .type()
          .addField(ClassName.get("", group.className()), group.fieldName(), Modifier.PRIVATE);
    }
    context
        .type()
        .addMethod(open())
        .addMethod(bind(context))
        .addMethod(replay())
        .addMethod(close())
        .addType(state(context));
  }

  private static CodeBlock recordedAllocator(Map<String, String> variables) {
    if (variables.isEmpty()) {
      return CodeBlock.of("$T.NONE", RuntimeTypes.ALLOCATOR_SETTINGS);
    }
    List<CodeBlock> words = new ArrayList<>();
    variables.forEach(
        (name, value) -> {
          words.add(StringCode.of(name));
          words.add(StringCode.of(value));
        });
    return CodeBlock.of("$T.of($L)", RuntimeTypes.ALLOCATOR_SETTINGS, CodeBlock.join(words, ",$W"));
  }

  private static FieldSpec.Builder constant(Class<?> type, String name) {
    return FieldSpec.builder(type, name, Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL);
  }

  private static TypeSpec state(BenchmarkContext context) {
    ClassName workload = ClassName.get("", context.className());
    TypeSpec.Builder state =
        TypeSpec.classBuilder(STATE_NAME)
            .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
            .addJavadoc("The workload, open in the thread that measures it.\n")
            .addAnnotation(threadState());
    CodeBlock.Builder options =
        CodeBlock.builder().add("$T.of(threads)", RuntimeTypes.REPLAY_OPTIONS);
    context
        .manifest()
        .parameters()
        .forEach(
            (name, value) -> {
              state.addField(parameter(name, value));
              if (!name.equals("threads")) {
                options.add("$Z.with$L($L)", Identifiers.pascal(name), name);
              }
            });
    return state
        .addField(
            FieldSpec.builder(workload, "workload", Modifier.PRIVATE, Modifier.FINAL)
                .initializer("new $T()", workload)
                .build())
        .addMethod(
            method("open")
                .addAnnotation(level(RuntimeTypes.SETUP, "Trial"))
                .addJavadoc("Materialises tensors and binds operators.\n")
                .addStatement("workload.open($L)", options.build())
                .build())
        .addMethod(
            method("reset")
                .addAnnotation(level(RuntimeTypes.SETUP, "Iteration"))
                .addJavadoc("Gives parameters and state the values they started with.\n")
                .addStatement("workload.replay.reset()")
                .build())
        .addMethod(
            method("close")
                .addAnnotation(level(RuntimeTypes.TEAR_DOWN, "Trial"))
                .addJavadoc("Frees everything.\n")
                .addStatement("workload.close()")
                .build())
        .build();
  }

  private static FieldSpec parameter(String name, String value) {
    return FieldSpec.builder(PARAMETER_TYPES.getOrDefault(name, String.class), name)
        .addModifiers(Modifier.PUBLIC)
        .addJavadoc("$L\n", PARAMETER_MEANINGS.get(name))
        .addAnnotation(
            AnnotationSpec.builder(RuntimeTypes.PARAM).addMember("value", "$S", value).build())
        .build();
  }

  static AnnotationSpec threadState() {
    return AnnotationSpec.builder(RuntimeTypes.STATE)
        .addMember("value", "$T.Thread", RuntimeTypes.SCOPE)
        .build();
  }

  private static MethodSpec open() {
    return method("open")
        .addAnnotation(Override.class)
        .addParameter(RuntimeTypes.REPLAY_OPTIONS, "options")
        .addStatement(
            "bind($T.open(NAME, SLOTS, options, RECORDED_ALLOCATOR))", RuntimeTypes.REPLAY)
        .build();
  }

  private static MethodSpec bind(BenchmarkContext context) {
    MethodSpec.Builder bind =
        method("bind")
            .addAnnotation(Override.class)
            .addParameter(RuntimeTypes.REPLAY, "opened")
            .addStatement("replay = opened");
    if (context.program().computesGradients()) {
      bind.addStatement("replay.expectGradients()");
    }
    bind.addStatement("replay.resources($L.class)", context.className());
    if (context.program().isTimed()) {
      context.lists().addGaps(context.program().steps());
      bind.addStatement("replay.gaps($S)", LongLists.GAPS);
    }
    if (context.program().usesAccelerator()) {
      context.lists().addHostSlots(context.program().hostSlots());
      bind.addStatement("replay.hostTensors($S)", LongLists.HOST);
    }
    bind.addStatement("$L.materialize(replay)", TensorsAspect.CLASS_NAME);
    for (ModuleGroup group : context.groups()) {
      bind.addStatement("$L = new $L(replay)", group.fieldName(), group.className());
    }
    return bind.addStatement("replay.ready()").build();
  }

  private static MethodSpec replay() {
    return method("replay")
        .addAnnotation(Override.class)
        .returns(RuntimeTypes.REPLAY)
        .addStatement("return replay")
        .build();
  }

  private static MethodSpec close() {
    return method("close")
        .addAnnotation(Override.class)
        .beginControlFlow("if (replay != null)")
        .addStatement("replay.close()")
        .endControlFlow()
        .build();
  }

  static MethodSpec.Builder method(String name) {
    return MethodSpec.methodBuilder(name).addModifiers(Modifier.PUBLIC);
  }

  static AnnotationSpec level(ClassName annotation, String level) {
    return AnnotationSpec.builder(annotation)
        .addMember("value", "$T.$L", RuntimeTypes.LEVEL, level)
        .build();
  }
}
