package org.calque.codegen;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;
import javax.lang.model.element.Modifier;

/** Fields, what opens and closes the workload, and the state in which JMH keeps it open. */
final class LifecycleAspect implements Aspect {
  /** Name of the nested state. */
  static final String STATE_NAME = "Opened";

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

  private static FieldSpec.Builder constant(Class<?> type, String name) {
    return FieldSpec.builder(type, name, Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL);
  }

  private static TypeSpec state(BenchmarkContext context) {
    ClassName workload = ClassName.get("", context.className());
    return TypeSpec.classBuilder(STATE_NAME)
        .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
        .addJavadoc("The workload, open in the thread that measures it.\n")
        .addAnnotation(threadState())
        .addField(
            FieldSpec.builder(int.class, "threads", Modifier.PUBLIC)
                .addJavadoc("Threads of every native thread pool.\n")
                .addAnnotation(
                    AnnotationSpec.builder(RuntimeTypes.PARAM)
                        .addMember("value", "$S", context.manifest().parameters().get("threads"))
                        .build())
                .build())
        .addField(
            FieldSpec.builder(workload, "workload", Modifier.PRIVATE, Modifier.FINAL)
                .initializer("new $T()", workload)
                .build())
        .addMethod(
            method("open")
                .addAnnotation(level(RuntimeTypes.SETUP, "Trial"))
                .addJavadoc("Materialises tensors and binds operators.\n")
                .addStatement("workload.open(threads)")
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

  static AnnotationSpec threadState() {
    return AnnotationSpec.builder(RuntimeTypes.STATE)
        .addMember("value", "$T.Thread", RuntimeTypes.SCOPE)
        .build();
  }

  private static MethodSpec open() {
    return method("open")
        .addAnnotation(Override.class)
        .addParameter(int.class, "threads")
        .addStatement("bind($T.open(NAME, SLOTS, threads))", RuntimeTypes.REPLAY)
        .build();
  }

  private static MethodSpec bind(BenchmarkContext context) {
    MethodSpec.Builder bind =
        method("bind")
            .addAnnotation(Override.class)
            .addParameter(RuntimeTypes.REPLAY, "opened")
            .addStatement("replay = opened");
    if (!context.lists().isEmpty()) {
      bind.addStatement("replay.readLists($L.class)", context.className());
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
